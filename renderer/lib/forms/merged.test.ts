import { describe, expect, it } from 'vitest';
import { changedFields, isSame, merged } from './merged.ts';

const before = { mode: 'manual', capacity: 10 as number | null, hours: { zone: 'UTC', days: ['mon'] } };

describe('a draft whose stored values change', () => {
  it('shows what a colleague has saved while nothing is typed', () => {
    const stored = { ...before, mode: 'round_robin' };
    expect(merged(before, before, stored)).toEqual(stored);
  });

  it('keeps what is typed, and takes the rest from the colleague', () => {
    const draft = { ...before, capacity: 40 };
    expect(merged(draft, before, { ...before, mode: 'round_robin', capacity: 20 })).toEqual({
      ...before,
      mode: 'round_robin',
      capacity: 40,
    });
  });

  it('keeps a part of an object', () => {
    const draft = { ...before, hours: { zone: 'UTC', days: ['mon', 'tue'] } };
    const stored = { ...before, hours: { zone: 'Europe/Berlin', days: ['mon'] } };
    expect(merged(draft, before, stored).hours).toEqual({ zone: 'Europe/Berlin', days: ['mon', 'tue'] });
  });

  it('keeps a value that was emptied', () => {
    expect(merged({ ...before, capacity: null }, before, before).capacity).toBeNull();
    const typed = { hours: null as { zone: string } | null };
    expect(merged(typed, { hours: { zone: 'UTC' } }, { hours: { zone: 'Asia/Tokyo' } }).hours).toBeNull();
  });

  it('is what the server has made of it once it is saved, apart from what was typed since', () => {
    const sent = { name: ' Ana ', days: 3 };
    expect(merged({ name: ' Ana ', days: 4 }, sent, { name: 'Ana', days: 3 })).toEqual({
      name: 'Ana',
      days: 4,
    });
  });
});

it('compares values as they are written', () => {
  expect(isSame({ days: [1] }, { days: [1] })).toBe(true);
  expect(isSame({ days: [1] }, { days: [] })).toBe(false);
});

it('a form sends the fields that differ from what it began with', () => {
  const begun = { name: 'Ana', role: 'staff', tags: ['a'] };
  expect(changedFields({ ...begun, name: 'Bia' }, begun)).toEqual({ name: 'Bia' });
  expect(changedFields({ ...begun, tags: ['a', 'b'] }, begun)).toEqual({ tags: ['a', 'b'] });
  expect(changedFields({ ...begun, tags: ['a'] }, begun)).toEqual({});
});
