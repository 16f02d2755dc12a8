export declare const BUNDLE: string;
export declare function calls(): {
  place: string;
  text: string | undefined;
  values: number | undefined;
  isTable: boolean;
}[];
export declare function bundle(): Record<string, string>;
