import { create } from 'zustand';
import {
  isFlag,
  isListOf,
  isNullable,
  isNumber,
  isObject,
  isOneOf,
  isShape,
  isText,
  readStored,
} from '../checks.ts';

/** Hours without notifications, by the clock of this device: `from` until `to`, which may be on the next day. */
export interface QuietHours {
  from: string;
  to: string;
  weekends: boolean;
}

export interface NoticeSettings {
  /** `mine`: conversations that are assigned to the person or to nobody, mentions and assignments. */
  about: 'all' | 'mine' | 'none';
  sound: 'none' | 'chime' | 'bell' | 'drop' | 'knock';
  /** From 0 to 1. */
  volume: number;
  quiet: QuietHours | null;
  /** The conversations without notifications of messages and assignments. */
  muted: string[];
  /** Whether the person was asked in the inbox, and answered. */
  isAsked: boolean;
}

export type NoticeSound = NoticeSettings['sound'];

/** The sounds to choose from, in their order. */
export const NOTICE_SOUNDS: readonly NoticeSound[] = ['none', 'chime', 'bell', 'drop', 'knock'];

export const USUAL_QUIET_HOURS: QuietHours = { from: '19:00', to: '08:00', weekends: true };

const STORED_AS = 'switchboard.notices';

function isTimeOfDay(value: unknown): value is string {
  return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

const isAbout = isOneOf('all', 'mine', 'none');
const isSound = isOneOf('none', 'chime', 'bell', 'drop', 'knock');
const isTexts = isListOf(isText);
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

/** Conversations that can be muted; the one that was muted first makes room. */
const MUTED_MAX = 500;

/** Leaves out or allows the notifications of a conversation. */
export function muteConversation(id: string, isMuted: boolean): void {
  const others = useNoticeSettings.getState().muted.filter((one) => one !== id);
  chooseNotices({ muted: isMuted ? [...others, id].slice(-MUTED_MAX) : others });
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
  const { about, hasSound, sound, volume, quiet = null, muted, isAsked } = value;
  return {
    about: isAbout(about) ? about : 'mine',
    // An earlier version had one sound, on or off.
    sound: isSound(sound) ? sound : hasSound === true ? 'chime' : 'none',
    volume: isNumber(volume) && volume >= 0 && volume <= 1 ? volume : 0.5,
    quiet: isQuietOrNull(quiet) ? quiet : null,
    muted: isTexts(muted) ? muted : [],
    isAsked: isAsked === true,
  };
}
