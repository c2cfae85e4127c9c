// Signs the releases of the AppImage, whose format has no signature. electron/main/updates/signature.ts checks it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup/progress.mjs';

const SIGNATURE = /^# ed25519: .*\n?/gm;

/** Creates a private key in a new file that only its owner can read. */
export function createKey(path) {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
}

/** Reads a private key. @throws {SetupError} with the file's name, and nothing of its content. */
export function readKey(path) {
  let key;
  try {
    key = createPrivateKey(readFileSync(path));
  } catch (error) {
    throw new SetupError(`${path} is not a private key that can be read (${error.code ?? 'unknown error'}).`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new SetupError(`${path} is not an ed25519 key.`);
  return key;
}

/** Returns the public key as the package contains it. */
export function publicKeyOf(key) {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Returns a release file with a signature of each key. Earlier signatures are replaced. */
export function signRelease(text, keys) {
  const unsigned = text.replace(SIGNATURE, '');
  const release = unsigned.endsWith('\n') ? unsigned : `${unsigned}\n`;
  const lines = keys.map((key) => `# ed25519: ${sign(null, Buffer.from(release), key).toString('base64')}\n`);
  return release + lines.join('');
}

/** Signs release files in place. */
export function signFiles(paths, keys) {
  for (const path of paths) writeFileSync(path, signRelease(readFileSync(path, 'utf8'), keys));
}

/** Returns the release files of AppImages in a folder: one for each kind of processor. */
export function releaseFilesIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^latest-linux.*\.yml$/.test(name))
    .map((name) => join(folder, name));
}
