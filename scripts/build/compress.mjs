// Writes compressed copies beside the files of a build, which the server sends to browsers that accept them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compression would make smaller files larger. */
const MIN_BYTES = 200;
/** Fonts and images are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/;

/** Compresses the files of a folder with brotli and gzip. Returns their paths. */
export async function compressFolder(folder) {
  const files = filesUnder(folder).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map(compress));
  return files;
}

/** Returns the files in a folder and its subfolders, sorted. */
export function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function compress(file) {
  const content = readFileSync(file);
  if (content.length < MIN_BYTES) return;
  // The best quality takes a second for each half megabyte, which the reference page has several of.
  const quality = content.length > 1_500_000 ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
