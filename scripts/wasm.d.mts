export declare function compileScanner(): Promise<string>;
