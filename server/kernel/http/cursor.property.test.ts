import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/domain/errors.ts';
import { createKeyring } from '../crypto/keyring.ts';
import { createCursors } from './cursor.ts';

const cursors = createCursors(createKeyring('a secret of the cursor tests, long enough to be one'));
const foreign = createCursors(createKeyring('another secret of the cursor tests, as long as it'));

const place = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()), {
  minLength: 1,
  maxLength: 3,
});
/** A list as services identify it: its route, tenant and filters. */
const list = fc.tuple(
  fc.constantFrom('contacts', 'history', 'thread'),
  fc.string({ minLength: 1, maxLength: 26 }),
  fc.record({
    name: fc.option(fc.string({ maxLength: 10 })),
    phone: fc.option(fc.string({ maxLength: 10 })),
    status: fc.option(fc.constantFrom('cold', 'warm')),
  }),
);

function expectRejected(read: () => unknown): void {
  let thrown: unknown;
  try {
    read();
  } catch (error) {
    thrown = error;
  }
  expect(thrown instanceof AppError && thrown.code).toBe('validation_failed');
}

describe('a cursor', () => {
  it('returns its position for the list it was made for', () => {
    fc.assert(
      fc.property(list, place, (list, place) => {
        expect(cursors.read(list, cursors.write(list, place))).toEqual(place);
      }),
    );
  });

  it('is URL-safe and within the contract’s limit', () => {
    fc.assert(
      fc.property(list, place, (list, place) => {
        expect(cursors.write(list, place)).toMatch(/^[\w-]+$/);
      }),
    );
    const id = `msg_${'7'.repeat(26)}`;
    expect(cursors.write(['history', 'x', 'y'], [Date.now(), id]).length).toBeLessThan(512);
  });

  it('is rejected with any bit flipped', () => {
    fc.assert(
      fc.property(list, place, fc.nat(), fc.nat({ max: 7 }), (list, place, at, bit) => {
        const bytes = Buffer.from(cursors.write(list, place), 'base64url');
        const index = at % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
        expectRejected(() => cursors.read(list, bytes.toString('base64url')));
      }),
    );
  });

  it('is rejected with any character changed, added or removed', () => {
    const character = fc.constantFrom(...'AZaz09-_+/= .%é\u0000');
    fc.assert(
      fc.property(list, place, fc.nat(), character, fc.constantFrom(0, 1), (list, place, at, other, lost) => {
        const cursor = cursors.write(list, place);
        const index = at % (cursor.length + 1);
        const changed = cursor.slice(0, index) + other + cursor.slice(index + lost);
        fc.pre(changed !== cursor);
        expectRejected(() => cursors.read(list, changed));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is rejected for another list, tenant, filter or server', () => {
    fc.assert(
      fc.property(list, list, place, (list, other, place) => {
        fc.pre(JSON.stringify(list) !== JSON.stringify(other));
        expectRejected(() => cursors.read(other, cursors.write(list, place)));
        expectRejected(() => cursors.read(list, foreign.write(list, place)));
      }),
    );
  });

  it('is rejected when it is arbitrary text', () => {
    fc.assert(
      fc.property(
        list,
        fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.base64String()),
        (list, text) => {
          expectRejected(() => cursors.read(list, text));
        },
      ),
    );
  });
});
