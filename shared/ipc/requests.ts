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
 * The requests that a page can send to the main process: only what a page cannot do itself. Main validates
 * every input and accepts requests only from our own pages.
 */
export const requests = {
  'places.list': { input: nothing, output: z.array(WorkspacePlaceSchema) },
  /** Checks that an address is reachable and is a Switchboard server of a supported version. */
  'places.check': { input: z.strictObject({ address: z.string().max(2_000) }), output: ServerCheckSchema },
  /** Checks again, adds the server and opens it. */
  'places.add': { input: z.strictObject({ address: z.string().max(2_000) }), output: ServerCheckSchema },
  'places.open': { input: z.strictObject({ id: placeId }), output: done },
  /** Removes a place with its session, cache, drafts and queued messages from this computer. */
  'places.remove': { input: z.strictObject({ id: placeId }), output: done },
  /** Shows the connect screen, to add another place. */
  'places.connect': { input: nothing, output: done },
  /** Sets the name and person of the page's place; null after signing out. */
  'places.describe': {
    input: z.strictObject({ name: z.string().max(200), person: z.string().max(200) }).nullable(),
    output: done,
  },

  'notices.show': { input: MessageNoticeSchema, output: done },
  /** Closes the notification of a conversation that was read. */
  'notices.clear': { input: z.strictObject({ conversationId: idSchema('conversation') }), output: done },
  'unread.set': { input: z.strictObject({ count: z.int().min(0).max(1_000_000) }), output: done },

  /** Takes the conversation of a deep link or notification that arrived before the page was listening. */
  'links.take': {
    input: nothing,
    output: z
      .strictObject({ conversationId: idSchema('conversation'), messageId: idSchema('message').optional() })
      .nullable(),
  },

  /** Shows a save dialog and writes the file. */
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
