/**
 * Writes the list of passwords that are refused: `node scripts/common-passwords.mjs <file>`, with one
 * password a line. Ours comes from `passwords-common` of @zxcvbn-ts/language-common 4.1.3 (MIT). Each is
 * stored as four bytes of its SHA-256, sorted: nobody has to read the words, and one in about 40,000
 * other passwords is refused too.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [source] = process.argv.slice(2);
if (!source) throw new Error('usage: node scripts/common-passwords.mjs <file with one password a line>');
const words = readFileSync(source, 'utf8').split('\n');
const known = words
  .map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  .filter((word) => word.length >= 4);
const hashes = [...new Set(known)].map((word) => createHash('sha256').update(word).digest().readUInt32BE(0));
const sorted = Uint32Array.from(new Set(hashes)).sort();
const bytes = Buffer.alloc(sorted.length * 4);
for (const [index, hash] of sorted.entries()) bytes.writeUInt32BE(hash, index * 4);
writeFileSync(
  new URL('../server/kernel/auth/common-passwords.json', import.meta.url),
  `${JSON.stringify({ passwords: sorted.length, hashes: bytes.toString('base64') })}\n`,
);
console.log(`${sorted.length} passwords`);
