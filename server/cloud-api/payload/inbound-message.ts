import { z } from 'zod';
import { MESSAGE_TYPES, type MessageType } from '../../../shared/contract/messages.contract.ts';
import { inboundHead, timeOf } from './inbound-head.ts';
import { type InboundWords, readInboundWords } from './inbound-words.ts';

const InboundMessageSchema = inboundHead({
  text: z.looseObject({ body: z.string() }).optional(),
  context: z.looseObject({ id: z.string().optional() }).optional(),
});

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
  words: InboundWords;
  /** The message as it came, for every kind but text. */
  payload: unknown;
  replyToPlatformId: string | null;
}

/** Kinds that are no message of the customer's: they change something else, or say nothing. */
const NOT_A_MESSAGE = new Set(['edit', 'revoke', 'request_welcome']);

/** @throws {z.ZodError} when it cannot be read; the caller keeps it and says why. */
export function readInboundMessage(raw: unknown, contacts: readonly unknown[], now: Date): InboundMessage {
  const message = InboundMessageSchema.parse(raw);
  const type = (MESSAGE_TYPES as readonly string[]).includes(message.type)
    ? (message.type as MessageType)
    : 'unsupported';
  const isText = type === 'text' && message.text !== undefined;
  const readAs = type === 'text' && !isText ? 'unsupported' : type;
  return {
    platformId: message.id,
    sender: { phone: message.from ?? null, userId: message.from_user_id ?? null },
    profileName: profileNameOf(message, contacts),
    sentAt: timeOf(message.timestamp, now),
    type: readAs,
    words: readInboundWords(readAs, raw),
    payload: isText ? null : raw,
    replyToPlatformId: message.context?.id ?? null,
  };
}

export function isReaction(raw: unknown): boolean {
  return (raw as { type?: unknown } | null)?.type === 'reaction';
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
