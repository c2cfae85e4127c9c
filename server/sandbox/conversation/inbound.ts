import type { Publisher } from '../callbacks/publisher.ts';
import { newWamid } from '../numbers/wamid.ts';
import type { ChatMessage } from '../state/model.ts';
import type { Chats } from './chats.ts';
import type { People } from './people.ts';
import { previewOf } from './preview.ts';

/** A message that a person sends on the phone, or a test on their behalf. */
export interface Writing {
  readonly phoneNumberId: string;
  readonly waId: string;
  readonly type: string;
  readonly payload: unknown;
  readonly at: number;
  readonly replyTo: string | null;
  /** False adds the message to the chat without notifying the business: history for a demo. */
  readonly announce: boolean;
  /** A fixed id, for tests that send the same message twice. */
  readonly id?: string | undefined;
  /** Extra fields for the element of `messages[]`. The author of a quoted message is added to `context`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as `value.errors` next to the message. */
  readonly valueErrors?: readonly unknown[] | undefined;
}

/**
 * Sends a message as a customer: adds it to the chat, opens the reply window and sends the callback to the
 * business.
 */
export function writeAsCustomer(
  people: People,
  chats: Chats,
  publisher: Publisher,
  writing: Writing,
): ChatMessage {
  const { phoneNumberId, waId, type, payload, at, announce, extra, valueErrors } = writing;
  const quoted = (extra?.context as { id?: unknown } | undefined)?.id;
  const replyTo = writing.replyTo ?? (typeof quoted === 'string' ? quoted : null);
  const customer = people.get(waId) ?? people.save(waId, {});
  const message = chats.add({
    ...blank,
    id: writing.id ?? newWamid(waId, 'customer'),
    phoneNumberId,
    waId,
    from: 'customer',
    type,
    payload,
    text: previewOf(type, payload),
    at,
    status: announce ? 'sent' : 'delivered',
    replyTo,
    ...(extra && { extra }),
    ...(valueErrors && { valueErrors }),
  });
  if (type === 'reaction') chats.react(message);
  if (type === 'edit' || type === 'revoke') chats.rewrite(message);
  if (announce) publisher.publish({ kind: 'message', message, customer });
  return message;
}

/** The initial values of a message's optional fields. */
export const blank = {
  fate: { kind: 'ladder' },
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
  errorCode: null,
  replyTo: null,
  opaque: null,
} as const;
