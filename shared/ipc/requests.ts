import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import type { RequestName } from './names.ts';
import {
  DesktopSettingsSchema,
  MessageNoticeSchema,
  ServerCheckSchema,
  SettingsStateSchema,
  UpdateStateSchema,
  WorkspacePlaceSchema,
} from './shapes.ts';

const nothing = z.undefined();
const done = z.void();
const placeId = WorkspacePlaceSchema.shape.id;

/**
 * What the page may ask of the desktop's main process: only what the operating system can do and a page
 * cannot. Main parses every input and answers to no page but ours.
 */
export const requests = {
  'places.list': { input: nothing, output: z.array(WorkspacePlaceSchema) },
  /** Looks what answers at an address: reachable, a Switchboard server, of a version we can talk to. */
  'places.check': { input: z.strictObject({ address: z.string().max(2_000) }), output: ServerCheckSchema },
  /** Checks again, adds the server and opens it. */
  'places.add': { input: z.strictObject({ address: z.string().max(2_000) }), output: ServerCheckSchema },
  'places.open': { input: z.strictObject({ id: placeId }), output: done },
  /** Forgets it: session, cache, drafts and queued sends of this computer. */
  'places.remove': { input: z.strictObject({ id: placeId }), output: done },
  /** Shows the connect screen beside the places that exist. */
  'places.connect': { input: nothing, output: done },
  /** The page of a place says what to call it. */
  'places.describe': {
    input: z.strictObject({ name: z.string().max(200), person: z.string().max(200) }).nullable(),
    output: done,
  },

  'notices.show': { input: MessageNoticeSchema, output: done },
  /** The conversation was read: its notice goes. */
  'notices.clear': { input: z.strictObject({ conversationId: idSchema('conversation') }), output: done },
  'unread.set': { input: z.strictObject({ count: z.int().min(0).max(1_000_000) }), output: done },

  /** What a deep link or a notification wants to see, when it came before the page could listen. */
  'links.take': {
    input: nothing,
    output: z.strictObject({ conversationId: idSchema('conversation') }).nullable(),
  },

  /** Asks where to, and writes the bytes there. */
  'files.save': {
    input: z.strictObject({
      name: z.string().min(1).max(255),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= 100 * 1024 * 1024),
    }),
    output: z.strictObject({ saved: z.boolean() }),
  },

  'settings.read': { input: nothing, output: SettingsStateSchema },
  'settings.write': { input: DesktopSettingsSchema.partial(), output: SettingsStateSchema },

  'updates.read': { input: nothing, output: UpdateStateSchema },
  'updates.check': { input: nothing, output: UpdateStateSchema },
  /** Restarts into the update that is ready. */
  'updates.install': { input: nothing, output: done },
} as const satisfies Record<RequestName, { input: z.ZodType; output: z.ZodType }>;

export type Requests = typeof requests;
export type RequestInput<Name extends RequestName> = z.infer<Requests[Name]['input']>;
export type RequestOutput<Name extends RequestName> = z.infer<Requests[Name]['output']>;
