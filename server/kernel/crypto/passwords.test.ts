import { expect, it, vi } from 'vitest';

it('hashes at the production cost, unless a test has lowered it', async () => {
  // Loaded again: another test of this process may have lowered the cost.
  vi.resetModules();
  const { hashPassword, verifyPassword } = await import('./passwords.ts');
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(stored, 'another one')).toBe(false);
});
