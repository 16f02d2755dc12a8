export declare function encodePng(picture: {
  width: number;
  height: number;
  type: 3 | 6;
  palette?: Buffer;
  lines: Buffer;
}): Buffer;
export declare function decodePng(file: Buffer): { width: number; height: number; pixels: Uint32Array };
export declare function shrinkPng(file: Buffer): Buffer;
