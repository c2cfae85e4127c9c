import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setting } from '../setting.ts';
import { knownOnly } from '../strict.ts';

const key = Buffer.from(setting.storageKey, 'base64');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function encryptString(plainText: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decryptString(encrypted: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
  }
}

/** `safeStorage`, with real encryption and a key that the host keeps between launches. */
export const safeStorage = knownOnly('safeStorage', {
  isEncryptionAvailable: () => true,
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => (setting.keyStore === 'basic_text' ? 'basic_text' : 'gnome_libsecret'),
  setUsePlainTextEncryption: () => undefined,
  encryptString,
  decryptString,
  encryptStringAsync: async (plainText: string) => encryptString(plainText),
  decryptStringAsync: async (encrypted: Buffer) => ({
    result: decryptString(encrypted),
    shouldReEncrypt: false,
  }),
});
