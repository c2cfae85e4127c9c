import { describe, expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring('a secret of more than thirty-two characters');

describe('the keyring', () => {
  it('opens what it sealed, only in the same context', () => {
    const sealed = keyring.seal('EAAB-token ✓', 'settings.token:a');
    expect(keyring.open(sealed, 'settings.token:a')).toBe('EAAB-token ✓');
    expect(() => keyring.open(sealed, 'settings.token:b')).toThrow();
    expect(sealed.toString('latin1')).not.toContain('token');
  });

  it('notices every changed byte', () => {
    const sealed = keyring.seal('secret', 'here');
    for (let index = 1; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => keyring.open(changed, 'here'), `byte ${index}`).toThrow();
    }
  });

  it('gives other fingerprints under another secret', () => {
    const other = createKeyring('another secret of more than thirty-two chars');
    expect(keyring.fingerprint('x')).toEqual(keyring.fingerprint('x'));
    expect(keyring.fingerprint('x')).not.toEqual(other.fingerprint('x'));
    expect(keyring.fingerprint('x')).not.toEqual(keyring.sign('x'));
  });
});
