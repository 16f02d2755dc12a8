export declare const root: string;
export declare const cache: string;
