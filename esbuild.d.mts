export declare function build(options?: {
  production?: boolean;
  outdir?: string;
}): Promise<{ bytes: number }>;
export declare function buildPage(outdir: string): Promise<void>;
export declare function buildWeb(outdir: string): Promise<void>;
