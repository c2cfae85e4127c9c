import { z } from 'zod';
import type { Store } from './store.ts';

const rate = z.number().min(0).max(1);
const range = z.tuple([z.number().min(0), z.number().min(0)]).refine(([low, high]) => low <= high);

const outcome = z.union([
  z.enum(['ok', 'hang_up', 'drop']),
  z.number().int(),
  // An error with a subcode, or reported differently from the catalogue: immediately, or in a `failed`
  // status.
  z.strictObject({
    code: z.number().int(),
    subcode: z.number().int().optional(),
    way: z.enum(['sync', 'async']).optional(),
    /** HTTP status of the response, instead of the catalogue's. */
    http: z.number().int().min(400).max(599).optional(),
    /** Adds `is_transient: true`. */
    transient: z.boolean().optional(),
  }),
]);

/**
 * All settings of the platform's behavior. The defaults behave like the real platform without failures.
 * README.md describes each setting.
 */
export const KnobsSchema = z.strictObject({
  sentDelayMs: range.default([150, 400]),
  deliveredDelayMs: range.default([600, 1500]),
  readDelayMs: range.default([300, 900]),
  autoRead: z.boolean().default(false),
  outsideWindow: z.enum(['fail_async', 'silent', 'fail_sync']).default('fail_async'),
  pairRateLimit: z.boolean().default(true),
  throughputPerSecond: z.number().int().min(0).default(80),
  duplicateRate: rate.default(0),
  reorder: z.boolean().default(false),
  dropDelivered: z.boolean().default(false),
  statusBeforeResponse: z.boolean().default(false),
  batchSize: z.number().int().min(1).max(500).default(1),
  badSignature: z.boolean().default(false),
  missingContacts: z.boolean().default(false),
  sendLatencyMs: z.number().min(0).default(0),
  sendErrorRate: rate.default(0),
  hangUpRate: rate.default(0),
  nextSends: z.array(outcome).default([]),
  nextDownloads: z
    .array(
      z.union([z.enum(['ok', 'slow', 'truncated', 'corrupt', 'drop']), z.number().int().min(300).max(599)]),
    )
    .default([]),
  mediaUrlLifeMs: z.number().min(0).default(300_000),
  tokenExpired: z.boolean().default(false),
  clockSpeed: z.number().positive().default(1),
  answerDelayMs: z.number().min(0).default(0),
  answerErrorRate: rate.default(0),
  answerHangRate: rate.default(0),
  answerRateLimit: z.boolean().default(false),
  retryAfterSeconds: z.number().int().min(0).default(0),
  usagePercent: z.number().int().min(0).max(200).default(1),
  regainMinutes: z.number().int().min(0).default(0),
  callbackDelayMs: z.number().min(0).default(0),
  callbackLostRate: rate.default(0),
  callbackAnswerLostRate: rate.default(0),
  callbackTimeoutMs: z.number().min(1).default(10_000),
});

export type Knobs = z.infer<typeof KnobsSchema>;

const PatchSchema = KnobsSchema.partial();

export interface KnobBoard {
  /** Returns the settings of a number: its own ones, then the common ones, then the defaults. */
  of(phoneNumberId: string): Knobs;
  common(): Knobs;
  /** Changes the settings of one number, or with null for all. With `clear`, an empty patch resets them. */
  set(phoneNumberId: string | null, patch: unknown, clear?: boolean): void;
  /** Removes and returns the next scripted outcome of a send, if any. */
  takeNextSend(phoneNumberId: string): Knobs['nextSends'][number] | undefined;
  /** Removes and returns the next scripted outcome of a download, if any. */
  takeNextDownload(phoneNumberId: string): Knobs['nextDownloads'][number] | undefined;
}

const everyone = 'all';

/** Keeps these settings across restarts. */
export function createKnobBoard(store: Store): KnobBoard {
  const stored = (key: string) => store.knobs.get(key) ?? {};
  // `partial()` still adds defaults, so only the given names are kept.
  const only = (patch: object, names: object) =>
    Object.fromEntries(Object.entries(patch).filter(([name]) => name in names));
  const board: KnobBoard = {
    of: (phoneNumberId) => KnobsSchema.parse({ ...stored(everyone), ...stored(phoneNumberId) }),
    common: () => KnobsSchema.parse(stored(everyone)),
    set(phoneNumberId, patch, clear = false) {
      const key = phoneNumberId ?? everyone;
      const parsed = only(PatchSchema.parse(patch), patch as object);
      store.knobs.put(key, clear ? parsed : { ...stored(key), ...parsed });
    },
    takeNextSend: (phoneNumberId) => takeNext(phoneNumberId, 'nextSends'),
    takeNextDownload: (phoneNumberId) => takeNext(phoneNumberId, 'nextDownloads'),
  };
  return board;

  function takeNext<Script extends 'nextSends' | 'nextDownloads'>(
    phoneNumberId: string,
    name: Script,
  ): Knobs[Script][number] | undefined {
    for (const key of [phoneNumberId, everyone]) {
      const script = stored(key)[name];
      if (!Array.isArray(script) || script.length === 0) continue;
      const [next, ...rest] = script as Knobs[Script];
      board.set(key === everyone ? null : key, { [name]: rest });
      return next;
    }
    return undefined;
  }
}

/** Returns a random number of milliseconds in a range. */
export function within([low, high]: readonly [number, number]): number {
  return Math.round(low + Math.random() * (high - low));
}

/** Returns true with a probability of `chance`: always for 1, never for 0. */
export function byChance(chance: number): boolean {
  return Math.random() < chance;
}
