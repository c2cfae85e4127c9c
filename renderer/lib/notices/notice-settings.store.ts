import { create } from 'zustand';
import { isFlag, isNullable, isObject, isOneOf, isShape, readStored } from '../checks.ts';

/** Hours without notifications, by the clock of this device: `from` until `to`, which may be on the next day. */
export interface QuietHours {
  from: string;
  to: string;
  weekends: boolean;
}

export interface NoticeSettings {
  /** `mine`: conversations that are assigned to the person or to nobody, mentions and assignments. */
  about: 'all' | 'mine' | 'none';
  hasSound: boolean;
  quiet: QuietHours | null;
  /** Whether the person was asked in the inbox, and answered. */
  isAsked: boolean;
}

export const USUAL_QUIET_HOURS: QuietHours = { from: '19:00', to: '08:00', weekends: true };

const STORED_AS = 'switchboard.notices';

function isTimeOfDay(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

const isAbout = isOneOf('all', 'mine', 'none');
const isQuietOrNull = isNullable(
  isShape<QuietHours>({ from: isTimeOfDay, to: isTimeOfDay, weekends: isFlag }),
);

/** What this device notifies the person about. */
export const useNoticeSettings = create<NoticeSettings>(stored);

// A choice in one tab counts in all of them.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === STORED_AS) useNoticeSettings.setState(stored());
});

/** Stores choices on this device. */
export function chooseNotices(changes: Partial<NoticeSettings>): void {
  useNoticeSettings.setState(changes);
  globalThis.localStorage?.setItem(STORED_AS, JSON.stringify(useNoticeSettings.getState()));
}

/** Returns whether a time is within quiet hours. Equal times mean all day. */
export function isQuiet(quiet: QuietHours | null, now: Date): boolean {
  if (!quiet) return false;
  if (quiet.weekends && (now.getDay() === 0 || now.getDay() === 6)) return true;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const minutes = now.getHours() * 60 + now.getMinutes();
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the stored settings, with the usual value for each that is missing or of another type. */
function stored(): NoticeSettings {
  const value = readStored(globalThis.localStorage?.getItem(STORED_AS) ?? null, isObject) ?? {};
  const { about, hasSound, quiet = null, isAsked } = value;
  return {
    about: isAbout(about) ? about : 'mine',
    hasSound: hasSound === true,
    quiet: isQuietOrNull(quiet) ? quiet : null,
    isAsked: isAsked === true,
  };
}
