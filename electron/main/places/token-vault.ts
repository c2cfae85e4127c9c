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

const EncryptedSchema = z.record(z.string(), z.string());

/**
 * Decrypts the stored tokens. Those that can no longer be decrypted (other user, new key store) are dropped.
 */
export async function openTokenVault(path: string): Promise<TokenVault> {
  const kind = (await hasKeyStore()) ? 'key-store' : 'memory';
  const file = jsonFile(path, EncryptedSchema, {});
  const tokens = new Map<string, string>();
  if (kind === 'key-store') await decrypt(file, tokens);
  else log('no key store on this computer; sessions are kept in memory only');
  let writing: Promise<void> = Promise.resolve();

  return {
    kind,
    get: (placeId) => tokens.get(placeId) ?? null,
    set: (placeId, token) => {
      if (token === null) tokens.delete(placeId);
      else tokens.set(placeId, token);
      if (kind === 'memory') return;
      writing = writing
        .then(() => encrypt(file, tokens))
        .catch((error) => log('a token could not be stored', { reason: reasonOf(error) }));
    },
  };
}

/** On Linux without a key store, Electron would "encrypt" with a publicly known password. */
async function hasKeyStore(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

async function decrypt(file: JsonFile<Record<string, string>>, tokens: Map<string, string>): Promise<void> {
  for (const [placeId, encrypted] of Object.entries(file.read())) {
    try {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'));
      tokens.set(placeId, result);
    } catch (error) {
      log('a token could not be decrypted; its place must sign in again', { reason: reasonOf(error) });
    }
  }
}

async function encrypt(file: JsonFile<Record<string, string>>, tokens: Map<string, string>): Promise<void> {
  const encrypted: Record<string, string> = {};
  for (const [placeId, token] of tokens) {
    encrypted[placeId] = (await safeStorage.encryptStringAsync(token)).toString('base64');
  }
  file.write(encrypted);
}
