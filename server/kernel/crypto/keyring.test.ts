import { describe, expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring('a secret of more than thirty-two characters');

describe('the keyring', () => {
  it('opens what it sealed only in the same context', () => {
    const sealed = keyring.seal('EAAB-token ✓', 'settings.token:a');
    expect(keyring.open(sealed, 'settings.token:a')).toBe('EAAB-token ✓');
    expect(() => keyring.open(sealed, 'settings.token:b')).toThrow();
    expect(sealed.toString('latin1')).not.toContain('token');
  });

  it('detects a change of any byte', () => {
    const sealed = keyring.seal('secret', 'here');
    for (let index = 1; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => keyring.open(changed, 'here'), `byte ${index}`).toThrow();
    }
  });

  it('accepts what was made with earlier secrets, and nothing else', () => {
    const [first, second] = [
      'the first secret of thirty-two characters',
      'the second one, of thirty-two characters',
    ];
    const token = 'svc_token';
    const sealed = createKeyring(first).seal('kept', 'here');
    const rotated = createKeyring('the third secret, of thirty-two characters', [second, first]);
    expect(rotated.open(sealed, 'here')).toBe('kept');
    expect(rotated.open(rotated.seal('new', 'here'), 'here')).toBe('new');
    expect(rotated.fingerprints(token)[0]).toEqual(rotated.fingerprint(token));
    expect(rotated.fingerprints(token)).toContainEqual(createKeyring(first).fingerprint(token));
    expect(() =>
      rotated.open(createKeyring('a stranger with thirty-two characters').seal('x', 'here'), 'here'),
    ).toThrow();
    expect(() => createKeyring(second).open(sealed, 'here')).toThrow();
  });

  it('returns different fingerprints with another secret', () => {
    const other = createKeyring('another secret of more than thirty-two chars');
    expect(keyring.fingerprint('x')).toEqual(keyring.fingerprint('x'));
    expect(keyring.fingerprint('x')).not.toEqual(other.fingerprint('x'));
    expect(keyring.fingerprint('x')).not.toEqual(keyring.sign('x'));
  });
});
