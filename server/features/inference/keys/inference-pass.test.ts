import { describe, expect, it } from 'vitest';
import { createKeyring } from '../../../kernel/crypto/keyring.ts';
import { isPass, makePass, readPass } from './inference-pass.ts';

const keyring = createKeyring('a secret of a test that is long enough');
const pass = { tenantId: 'tn', keyId: null, userId: 'usr_1', isInternal: false };

describe('a pass for the inference endpoint', () => {
  it('returns its contents for one minute', () => {
    const token = makePass(keyring, pass, 1_000);
    expect(isPass(token)).toBe(true);
    expect(readPass(keyring, token, 60_999)).toEqual(pass);
    expect(readPass(keyring, token, 61_000)).toBeNull();
  });

  it('is invalid when any character was changed or another secret signed it', () => {
    const token = makePass(keyring, pass, 0);
    for (let index = 5; index < token.length - 1; index += 1) {
      const wrong = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + wrong + token.slice(index + 1);
      expect(readPass(keyring, changed, 0), `position ${index}`).toBeNull();
    }
    expect(readPass(createKeyring('another secret that is long enough, too'), token, 0)).toBeNull();
    expect(readPass(keyring, 'pass_', 0)).toBeNull();
    expect(readPass(keyring, `${token}.x`, 0)).toBeNull();
  });
});
