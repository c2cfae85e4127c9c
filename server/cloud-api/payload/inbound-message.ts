import { z } from 'zod';
import { MESSAGE_TYPES, type MessageType } from '../../../shared/contract/messages.contract.ts';
import { readIdentityChange } from './identity-change.ts';
import { inboundHead, timeOf } from './inbound-head.ts';
import { type InboundWords, readInboundWords } from './inbound-words.ts';
import { readSender, type Sender } from './sender.ts';

const InboundMessageSchema = inboundHead({
  text: z.looseObject({ body: z.string() }).optional(),
  context: z.looseObject({ id: z.string().optional() }).optional().catch(undefined),
});

/** A customer's message as the rest of the server understands it. */
export interface InboundMessage {
  platformId: string;
  sender: Sender;
  profileName: string | null;
  /** By the platform's clock; never later than now. */
  sentAt: Date;
  type: MessageType;
  words: InboundWords;
  /** The message as it came, for all that is more than plain text. */
  payload: unknown;
  replyToPlatformId: string | null;
  /** Nobody wrote it: it opens no window and is not unread. */
  isNotice: boolean;
  /** The person is known by this from now on; null for everything but such a notice. */
  movesTo: Sender | null;
}

/** Kinds whose content stands under a name of their own; without it there is nothing to show. */
const WITH_CONTENT = new Set<string>(MESSAGE_TYPES.filter((type) => type !== 'unsupported'));

/** @throws {z.ZodError} when it cannot be read; the caller keeps it and says why. */
export function readInboundMessage(
  raw: unknown,
  contacts: readonly unknown[],
  now: Date,
  errors: readonly unknown[] = [],
): InboundMessage {
  const message = InboundMessageSchema.parse(raw);
  const type = typeOf(message);
  const isPlain = type === 'text' && !hasMore(message);
  return {
    platformId: message.id,
    ...readSender(message, contacts),
    sentAt: timeOf(message.timestamp, now),
    type,
    words: readInboundWords(type, raw),
    payload: isPlain ? null : withReason(type, message, errors),
    replyToPlatformId: message.context?.id ?? null,
    isNotice: type === 'system',
    movesTo: readIdentityChange(raw),
  };
}

/** The platform's own word where it is one of ours and has its content; anything else cannot be shown. */
function typeOf(message: { type: string; [part: string]: unknown }): MessageType {
  if (message.type === 'request_welcome') return 'system';
  const isKnown = WITH_CONTENT.has(message.type) && message.type !== 'template';
  const content = message[message.type];
  return isKnown && typeof content === 'object' && content !== null
    ? (message.type as MessageType)
    : 'unsupported';
}

/** Whether a text says more than its words: it was passed on, is about a product, or comes from an advertisement. */
function hasMore(message: { referral?: unknown; context?: unknown }): boolean {
  const context = (message.context ?? {}) as Record<string, unknown>;
  return (
    message.referral !== undefined ||
    context.forwarded === true ||
    context.frequently_forwarded === true ||
    context.referred_product !== undefined
  );
}

/** What stands beside a message without content says why it has none. */
function withReason(type: MessageType, message: object, errors: readonly unknown[]): object {
  if (type !== 'unsupported' || 'errors' in message || errors.length === 0) return message;
  return { ...message, errors };
}

/** The type of an item of `messages`; null when it has none. */
export function kindOf(raw: unknown): string | null {
  const type = (raw as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? type : null;
}
