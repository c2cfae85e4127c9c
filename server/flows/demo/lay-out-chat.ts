import type { DemoChat } from './demo-chat.ts';

/** One message of a demo conversation with its time. */
export interface LaidOutMessage {
  from: 'customer' | 'business';
  /** Null for a message that the platform could not show. */
  text: string | null;
  at: Date;
  status: 'received' | 'sent' | 'delivered' | 'read' | 'failed';
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Returns the messages of a conversation with their times, relative to `now` and otherwise deterministic:
 * days within opening hours in this machine's time zone, with replies after some minutes.
 */
export function layOutChat(chat: DemoChat, now: Date): LaidOutMessage[] {
  const random = randomFrom(chat.phone);
  const days = chat.text
    .trim()
    .split(/\n\s*\n/)
    .map((day) => day.split('\n').map(readLine));
  const laidOut: LaidOutMessage[] = [];
  let dayAfter: Date | null = null;
  for (const lines of days.toReversed()) {
    const offsets = offsetsOf(lines, random);
    const length = offsets.at(-1) ?? 0;
    const start: number =
      dayAfter === null
        ? lastDayStart(chat.ago, now, length, random)
        : workingTime(dayAfter, random() < 0.6 ? 1 : 2, random);
    dayAfter = new Date(start);
    laidOut.unshift(
      ...lines.map((line, index): LaidOutMessage => {
        const status = line.from === 'customer' ? 'received' : 'read';
        return { ...line, at: new Date(start + (offsets[index] ?? 0)), status };
      }),
    );
  }
  const last = laidOut.at(-1);
  if (chat.last && last) last.status = chat.last;
  return laidOut;
}

function readLine(line: string): Pick<LaidOutMessage, 'from' | 'text'> {
  const from = line.startsWith('<') ? 'customer' : 'business';
  const text = line.startsWith('<!') ? null : line.slice(1).trim().replaceAll('\\n', '\n');
  return { from, text };
}

/** Returns the offset of each message of a day from the first: replies take minutes, follow-ups seconds. */
function offsetsOf(lines: readonly Pick<LaidOutMessage, 'from'>[], random: () => number): number[] {
  let offset = 0;
  return lines.map(({ from }, index) => {
    if (index > 0) {
      const isFollowUp = from === lines[index - 1]?.from;
      offset += Math.round(isFollowUp ? (15 + random() * 50) * SECOND : (1 + random() * 7) * MINUTE);
    }
    return offset;
  });
}

function lastDayStart(ago: DemoChat['ago'], now: Date, length: number, random: () => number): number {
  const amount = Number.parseInt(ago, 10);
  if (ago.endsWith('d')) return workingTime(now, amount, random);
  const unit = ago.endsWith('m') ? MINUTE : HOUR;
  const end = now.getTime() - amount * unit - Math.round(random() * 50 * SECOND);
  // Minutes ago is literal at any hour; older messages are moved out of the night.
  return (unit === MINUTE ? end : inOpeningHours(end, random)) - length;
}

/** Returns the same time, or a time in the last hours before closing if the shop was closed then. */
function inOpeningHours(time: number, random: () => number): number {
  const moment = new Date(time);
  const hour = moment.getHours();
  if (hour >= 9 && hour < 18) return time;
  if (hour < 9) moment.setDate(moment.getDate() - 1);
  moment.setHours(15, 0, 0, 0);
  return moment.getTime() + Math.round(random() * 3 * HOUR);
}

/** Returns a time between 9:00 and 15:30, the given number of days before another. */
function workingTime(before: Date, days: number, random: () => number): number {
  const moment = new Date(before);
  moment.setDate(moment.getDate() - days);
  moment.setHours(9, 0, 0, 0);
  return moment.getTime() + Math.round(random() * 6.5 * HOUR);
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32 over FNV-1a). */
function randomFrom(seed: string): () => number {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
