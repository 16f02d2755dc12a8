export declare const CHROMIUM_FLAGS: string[];
export declare function findOnPath(names: string[]): string | undefined;
export declare function ensureChromium(): string;
