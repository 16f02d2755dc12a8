export function stageExtension(folder: string, options?: { readonly production?: boolean }): Promise<string>;
