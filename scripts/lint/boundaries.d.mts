import type { Linter } from 'eslint';

export declare const MAX_DEPTH: number;
export declare function boundaries(): Linter.Config[];
