/** Compresses the files of a folder with brotli and gzip. Returns their paths. */
export function compressFolder(folder: string): Promise<string[]>;
