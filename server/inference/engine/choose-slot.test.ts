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
  commonPrefix: () => common,
});

describe('the choice of a slot', () => {
  it('prefers the slot that already holds most of the prompt', () => {
    const [short, long] = [slot('a', 40, 1), slot('a', 80, 2)];
    expect(chooseSlot([short, long], 'a', 100, 0)).toEqual({ slot: long, mustClear: false });
  });

  it("never inspects another tenant's slot, and clears it before use", () => {
    const foreign = { ...slot('b', 0, 1), commonPrefix: () => expect.fail('inspected the slot') };
    expect(chooseSlot([foreign], 'a', 100, 0)).toEqual({ slot: foreign, mustClear: true });
  });

  it('reuses the least recently used slot when little of the prompt matches', () => {
    const [fresh, old] = [slot('a', 5, 9), slot('a', 0, 1)];
    expect(chooseSlot([fresh, old], 'a', 100, 0)).toEqual({ slot: old, mustClear: false });
  });

  it('lets speculative requests fill two slots only, and callers any', () => {
    const [chat, other] = [slot('a', 0, 1), slot('a', 0, 2)];
    const [ahead, later] = [slot('a', 0, 3, false, 2), slot('a', 0, 4, false, 3)];
    const all = [chat, other, ahead, later];
    expect(chooseSlot(all, 'a', 100, 2)).toEqual({ slot: ahead, mustClear: false });
    expect(chooseSlot([chat, other, ahead, slot(null, 0, 0)], 'a', 100, 2)?.slot.tenant).toBeNull();
    expect(chooseSlot(all, 'a', 100, 0)).toEqual({ slot: chat, mustClear: false });
    const busy = { ...ahead, isBusy: true };
    expect(chooseSlot([chat, other, busy, later], 'a', 100, 2)?.slot).toBe(later);
  });

  it('returns null when all slots are busy', () => {
    expect(chooseSlot([slot('a', 100, 1, true)], 'a', 100, 0)).toBeNull();
  });
});
