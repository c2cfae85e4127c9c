import { safeStorage } from 'electron';
import { z } from 'zod';
import { type JsonFile, jsonFile } from '../lib/json-file.ts';
import { log, reasonOf } from '../lib/logger.ts';

/** The session tokens of the places, in the operating system's key store. They never reach a page. */
export interface TokenVault {
  /** `memory`: this computer has no key store, so tokens are not written anywhere. */
  readonly kind: 'key-store' | 'memory';
  get(placeId: string): string | null;
  set(placeId: string, token: string | null): void;
}

const SealedSchema = z.record(z.string(), z.string());

/** Opens what was sealed. What cannot be opened any more (another user, a new key store) is signed out. */
export async function openTokenVault(path: string): Promise<TokenVault> {
  const kind = (await hasKeyStore()) ? 'key-store' : 'memory';
  const file = jsonFile(path, SealedSchema, {});
  const tokens = new Map<string, string>();
  if (kind === 'key-store') await unseal(file, tokens);
  else log('no key store on this computer: sign-ins are kept in memory only');
  let writing: Promise<void> = Promise.resolve();

  return {
    kind,
    get: (placeId) => tokens.get(placeId) ?? null,
    set: (placeId, token) => {
      if (token === null) tokens.delete(placeId);
      else tokens.set(placeId, token);
      if (kind === 'memory') return;
      writing = writing
        .then(() => seal(file, tokens))
        .catch((error) => log('token not sealed', { reason: reasonOf(error) }));
    },
  };
}

/** On Linux without a key store Electron would "encrypt" with a password that everybody knows. */
async function hasKeyStore(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

async function unseal(file: JsonFile<Record<string, string>>, tokens: Map<string, string>): Promise<void> {
  for (const [placeId, sealed] of Object.entries(file.read())) {
    try {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
      tokens.set(placeId, result);
    } catch (error) {
      log('a token could not be opened; its place has to sign in again', { reason: reasonOf(error) });
    }
  }
}

async function seal(file: JsonFile<Record<string, string>>, tokens: Map<string, string>): Promise<void> {
  const sealed: Record<string, string> = {};
  for (const [placeId, token] of tokens) {
    sealed[placeId] = (await safeStorage.encryptStringAsync(token)).toString('base64');
  }
  file.write(sealed);
}
