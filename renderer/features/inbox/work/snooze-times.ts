export type SnoozePreset = 'today' | 'tomorrow' | 'monday';

const LATER_HOURS = 3;
const MORNING = 9;

/** Returns the times that a snooze can end at, in the person's time zone. Late in the day, there is no `today`. */
export function snoozeTimes(now: Date): { id: SnoozePreset; until: Date }[] {
  const later = new Date(now.getTime() + LATER_HOURS * 3_600_000);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    ...(later.getDate() === now.getDate() ? [{ id: 'today' as const, until: later }] : []),
    { id: 'tomorrow', until: morningIn(now, 1) },
    { id: 'monday', until: morningIn(now, daysToMonday) },
  ];
}

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
