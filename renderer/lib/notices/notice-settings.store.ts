import * as z from 'zod/mini';
import { create } from 'zustand';

const TimeOfDaySchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Hours without notifications, by the clock of this device: `from` until `to`, which may be on the next day. */
const QuietHoursSchema = z.object({ from: TimeOfDaySchema, to: TimeOfDaySchema, weekends: z.boolean() });

const NoticeSettingsSchema = z.object({
  /** `mine`: conversations that are assigned to the person or to nobody, mentions and assignments. */
  about: z.catch(z.enum(['all', 'mine', 'none']), 'mine'),
  sound: z.catch(z.enum(['none', 'chime', 'bell', 'drop', 'knock']), 'none'),
  /** From 0 to 1. */
  volume: z.catch(z.number().check(z.gte(0), z.lte(1)), 0.5),
  quiet: z.catch(z.nullable(QuietHoursSchema), null),
  /** The conversations without notifications of messages and assignments. */
  muted: z.catch(z.array(z.string()), []),
  /** Whether the person was asked in the inbox, and answered. */
  isAsked: z.catch(z.boolean(), false),
});

export type NoticeSettings = z.infer<typeof NoticeSettingsSchema>;
export type NoticeSound = NoticeSettings['sound'];
export type QuietHours = z.infer<typeof QuietHoursSchema>;

/** The sounds to choose from, in their order. */
export const NOTICE_SOUNDS: readonly NoticeSound[] = ['none', 'chime', 'bell', 'drop', 'knock'];

export const USUAL_QUIET_HOURS: QuietHours = { from: '19:00', to: '08:00', weekends: true };

const STORED_AS = 'switchboard.notices';

/** What this device notifies the person about. */
export const useNoticeSettings = create<NoticeSettings>(() => NoticeSettingsSchema.parse(stored()));

// A choice in one tab counts in all of them.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === STORED_AS) useNoticeSettings.setState(NoticeSettingsSchema.parse(stored()));
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

function stored(): unknown {
  try {
    const value: unknown = JSON.parse(globalThis.localStorage?.getItem(STORED_AS) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    // An earlier version had one sound, on or off.
    return 'hasSound' in value && value.hasSound === true ? { sound: 'chime', ...value } : value;
  } catch {
    return {};
  }
}
