import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { linkOf, newSecret, stepOf } from './totp.ts';

describe('a code of the app', () => {
  const secret = newSecret();
  const now = new Date('2026-05-01T12:00:15Z');
  const step = now.getTime() / 30_000 - 0.5;
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + seconds * 1_000 });

  it('works in its own step and its neighbours', () => {
    expect([-30, 0, 30].map((seconds) => stepOf(secret, codeAt(seconds), now))).toEqual([
      step - 1,
      step,
      step + 1,
    ]);
    expect([-60, 60].map((seconds) => stepOf(secret, codeAt(seconds), now))).toEqual([null, null]);
  });

  it('may be typed with a space; nothing else counts as a code', () => {
    const code = codeAt(0);
    expect(stepOf(secret, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(step);
    expect(['', code.slice(1), `${code}0`, 'abcdef'].map((text) => stepOf(secret, text, now))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('comes from the secret in the link', () => {
    const link = linkOf(secret, { issuer: 'Switchboard Depot', label: 'olga@example.test' });
    expect(link).toMatch(/^otpauth:\/\/totp\/Switchboard%20Depot:olga%40example\.test\?/);
    expect(new URL(link).searchParams.get('secret')).toBe(secret);
  });
});

it('recovery codes differ, and may be typed in capitals and without the dash', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readRecoveryCode(code.toUpperCase().replace('-', ' '))).toBe(code);
  expect(readRecoveryCode('123456')).toBeNull();
});
