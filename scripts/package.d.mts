export declare function makePackage(path?: string): Promise<{ path: string; bytes: number }>;
