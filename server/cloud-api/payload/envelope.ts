import { z } from 'zod';
import { makeStorableJson } from '../../../shared/domain/storable-json.ts';

/** The outermost shape of a callback. Everything inside is read leniently: an odd part must not cost its neighbours. */
const EnvelopeSchema = z.looseObject({
  entry: z.array(
    z.looseObject({
      id: z.string().optional(),
      time: z.number().optional(),
      changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })).optional(),
    }),
  ),
});

const MessagesValueSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.array(z.unknown()).optional(),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
  errors: z.array(z.unknown()).optional(),
});

/** One thing that a callback reports. */
export type CallbackItem =
  | { kind: 'message'; phoneNumberId: string; message: unknown; contacts: readonly unknown[] }
  | { kind: 'status'; phoneNumberId: string; status: unknown }
  | ({ kind: 'notice'; field: string } & Notice)
  | { kind: 'other'; field: string; reason: string; payload: unknown };

/** What the platform says of a template, a number or an account, in a field of its own. */
export interface Notice {
  value: unknown;
  /** The business account that it is about. */
  wabaId: string | null;
  /** By the platform's clock, in Unix seconds; such notices may overtake each other. */
  time: number | null;
}

/**
 * Takes a callback apart: messages before statuses, because a status may be of a message that the
 * customer's reply in the same callback depends on. What no database could store of it is cut out.
 * @throws {SyntaxError} when the body is no JSON; {z.ZodError} when it is no callback at all.
 */
export function splitCallback(body: Buffer): CallbackItem[] {
  const { entry } = EnvelopeSchema.parse(makeStorableJson(JSON.parse(body.toString('utf8'))));
  const messages: CallbackItem[] = [];
  const statuses: CallbackItem[] = [];
  const others: CallbackItem[] = [];
  const changes = entry.flatMap(({ id, time, changes: all = [] }) =>
    all.map((one) => ({ ...one, id, time })),
  );
  for (const change of changes) {
    if (change.field !== 'messages') {
      const { field, value, id: wabaId = null, time = null } = change;
      others.push({ kind: 'notice', field, value, wabaId, time });
      continue;
    }
    const value = MessagesValueSchema.safeParse(change.value);
    if (!value.success) {
      const reason = 'The notice has no metadata.phone_number_id, so it belongs to no number.';
      others.push({ kind: 'other', field: change.field, reason, payload: change.value });
      continue;
    }
    const { metadata, contacts = [], errors = [] } = value.data;
    const phoneNumberId = metadata.phone_number_id;
    for (const message of value.data.messages ?? [])
      messages.push({ kind: 'message', phoneNumberId, message, contacts });
    for (const status of value.data.statuses ?? []) statuses.push({ kind: 'status', phoneNumberId, status });
    for (const error of errors) {
      others.push({
        kind: 'other',
        field: 'errors',
        reason: 'The platform reported a fault of the account.',
        payload: error,
      });
    }
  }
  return [...messages, ...statuses, ...others];
}
