import { expect, it, vi } from 'vitest';
import { createKeyring } from './keyring.ts';

it('hashes at the production cost, unless a test has lowered it', async () => {
  // Loaded again: another test of this process may have lowered the cost.
  vi.resetModules();
  const { hashPassword, verifyPassword } = await import('./passwords.ts');
  const owner = { keyring: createKeyring('a secret'), email: 'olga@example.test' };
  const stored = await hashPassword(owner, 'correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(owner, stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(owner, stored, 'another one')).toBe(false);
});
