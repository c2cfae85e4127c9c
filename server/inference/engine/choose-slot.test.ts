import { describe, expect, it } from 'vitest';
import type { RequestClass } from '../request-class.ts';
import { chooseSlot } from './choose-slot.ts';

const slot = (
  tenant: string | null,
  common: number,
  lastUsed: number,
  isBusy = false,
  requestClass: RequestClass = 0,
) => ({
  requestClass,
  tenant,
  lastUsed,
  isBusy,
  commonPrefix: (_prompt: readonly number[]) => common,
});

/** A prompt; how much of it a slot holds is what the test says. */
const PROMPT = Array.from({ length: 100 }, (_, token) => token);

describe('the choice of a slot', () => {
  it('prefers the slot that already holds most of the prompt', () => {
    const [short, long] = [slot('a', 40, 1), slot('a', 80, 2)];
    expect(chooseSlot([short, long], 'a', PROMPT, 0)).toEqual({ slot: long, mustClear: false });
  });

  it("never inspects another tenant's slot, and clears it before use", () => {
    const foreign = { ...slot('b', 0, 1), commonPrefix: () => expect.fail('inspected the slot') };
    expect(chooseSlot([foreign], 'a', PROMPT, 0)).toEqual({ slot: foreign, mustClear: true });
  });

  it('reuses the least recently used slot when little of the prompt matches', () => {
    const [fresh, old] = [slot('a', 5, 9), slot('a', 0, 1)];
    expect(chooseSlot([fresh, old], 'a', PROMPT, 0)).toEqual({ slot: old, mustClear: false });
  });

  it('lets speculative requests fill two slots only, and callers any', () => {
    const [chat, other] = [slot('a', 0, 1), slot('a', 0, 2)];
    const [ahead, later] = [slot('a', 0, 3, false, 2), slot('a', 0, 4, false, 3)];
    const all = [chat, other, ahead, later];
    expect(chooseSlot(all, 'a', PROMPT, 2)).toEqual({ slot: ahead, mustClear: false });
    expect(chooseSlot([chat, other, ahead, slot(null, 0, 0)], 'a', PROMPT, 2)?.slot.tenant).toBeNull();
    expect(chooseSlot(all, 'a', PROMPT, 0)).toEqual({ slot: chat, mustClear: false });
    const busy = { ...ahead, isBusy: true };
    expect(chooseSlot([chat, other, busy, later], 'a', PROMPT, 2)?.slot).toBe(later);
  });

  it('returns null when all slots are busy, whose chats it does not look at', () => {
    const busy = {
      ...slot('a', 100, 1, true),
      commonPrefix: (): number => expect.fail('looked at a running chat'),
    };
    expect(chooseSlot([busy], 'a', PROMPT, 0)).toBeNull();
  });

  it('compares a slot with the prompt of this request, whatever others were compared with before', () => {
    const holds = (kept: readonly number[]) => ({
      ...slot('a', 0, 1),
      commonPrefix: (prompt: readonly number[]) => {
        const at = prompt.findIndex((token, index) => token !== kept[index]);
        return at < 0 ? prompt.length : at;
      },
    });
    const [one, other] = [holds([1, 2, 3]), holds([7, 8, 9])];
    for (const [prompt, slot] of [
      [[1, 2, 3, 4], one],
      [[7, 8, 9, 4], other],
      [[1, 2, 5, 4], one],
    ] as const)
      expect(chooseSlot([one, other], 'a', prompt, 0)?.slot).toBe(slot);
  });

  it('takes the least recently used slot where what the slots hold does not matter', () => {
    const [long, old] = [slot('a', 80, 2), slot('b', 0, 1)];
    expect(chooseSlot([long, old], 'a', null, 0)).toEqual({ slot: old, mustClear: true });
  });
});
