import { z } from 'zod';
import { MESSAGE_TYPES, type MessageType } from '../../../shared/contract/messages.contract.ts';

const Digits = z.string().regex(/^\d{5,20}$/);

const InboundMessageSchema = z
  .looseObject({
    id: z.string().min(1).max(255),
    from: Digits.optional(),
    from_user_id: z.string().min(1).max(160).optional(),
    timestamp: z.string().regex(/^\d{1,12}$/),
    type: z.string().min(1),
    text: z.looseObject({ body: z.string() }).optional(),
    context: z.looseObject({ id: z.string().optional() }).optional(),
  })
  .refine((message) => message.from ?? message.from_user_id, 'names no sender');

const ProfileSchema = z.looseObject({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.looseObject({ name: z.string().optional() }).optional(),
});

/** A customer's message as the rest of the server understands it. */
export interface InboundMessage {
  platformId: string;
  sender: { phone: string | null; userId: string | null };
  profileName: string | null;
  /** By the platform's clock; never later than now. */
  sentAt: Date;
  type: MessageType;
  content: string | null;
  /** The message as it came, for every kind but text. */
  payload: unknown;
  replyToPlatformId: string | null;
}

/** Kinds that are no message of the customer's: they change something else, or say nothing. */
const NOT_A_MESSAGE = new Set(['reaction', 'edit', 'revoke', 'request_welcome']);

/** @throws {z.ZodError} when it cannot be read; the caller keeps it and says why. */
export function readInboundMessage(raw: unknown, contacts: readonly unknown[], now: Date): InboundMessage {
  const message = InboundMessageSchema.parse(raw);
  const type = (MESSAGE_TYPES as readonly string[]).includes(message.type)
    ? (message.type as MessageType)
    : 'unsupported';
  const isText = type === 'text' && message.text !== undefined;
  return {
    platformId: message.id,
    sender: { phone: message.from ?? null, userId: message.from_user_id ?? null },
    profileName: profileNameOf(message, contacts),
    sentAt: endOfSecond(message.timestamp, now),
    type: type === 'text' && !isText ? 'unsupported' : type,
    content: isText ? (message.text?.body ?? '') : null,
    payload: isText ? null : raw,
    replyToPlatformId: message.context?.id ?? null,
  };
}

/**
 * The platform's clock has whole seconds, ours milliseconds. A message is put at the end of its second, or
 * now if that is earlier: otherwise a quick answer would stand above the message of ours that it answers.
 */
function endOfSecond(timestamp: string, now: Date): Date {
  return new Date(Math.min(Number(timestamp) * 1_000 + 999, now.getTime()));
}

/** Whether an item of `messages` is a notice of another kind; its type, if so. */
export function otherKindOf(raw: unknown): string | null {
  const type = (raw as { type?: unknown } | null)?.type;
  return typeof type === 'string' && NOT_A_MESSAGE.has(type) ? type : null;
}

/** Contacts are matched by id, not by place; names are the customer's own words and may be missing. */
function profileNameOf(
  message: { from?: string | undefined; from_user_id?: string | undefined },
  contacts: readonly unknown[],
) {
  for (const contact of contacts) {
    const known = ProfileSchema.safeParse(contact);
    if (!known.success) continue;
    const { wa_id, user_id, profile } = known.data;
    const isSender = (wa_id && wa_id === message.from) || (user_id && user_id === message.from_user_id);
    if (isSender)
      return (
        profile?.name
          ?.replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200) || null
      );
  }
  return null;
}
