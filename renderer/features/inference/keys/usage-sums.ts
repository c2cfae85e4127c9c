import { DAY_MS } from '../../../../shared/domain/time/durations.ts';

/** The usage of one key on one day. */
export interface DayOfKey {
  keyId: string;
  day: string;
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

/** Returns the total usage of each key, most calls first. */
export function usageByKey(rows: readonly DayOfKey[]): Omit<DayOfKey, 'day'>[] {
  const sums = new Map<string, Omit<DayOfKey, 'day'>>();
  for (const { keyId, calls, promptTokens, completionTokens } of rows) {
    const sum = sums.get(keyId) ?? { keyId, calls: 0, promptTokens: 0, completionTokens: 0 };
    sums.set(keyId, {
      keyId,
      calls: sum.calls + calls,
      promptTokens: sum.promptTokens + promptTokens,
      completionTokens: sum.completionTokens + completionTokens,
    });
  }
  return [...sums.values()].toSorted((one, other) => other.calls - one.calls);
}

/** Returns the calls of all keys for each of the last days, including days without calls. */
export function callsByDay(
  rows: readonly DayOfKey[],
  days: number,
  now: number,
): { at: number; value: number }[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => {
    const at = today - (days - 1 - index) * DAY_MS;
    const day = new Date(at).toISOString().slice(0, 10);
    const value = rows.filter((row) => row.day === day).reduce((sum, { calls }) => sum + calls, 0);
    return { at, value };
  });
}
