import type { Publisher } from '../callbacks/publisher.ts';
import { newWamid } from '../numbers/wamid.ts';
import type { ChatMessage } from '../state/model.ts';
import type { Chats } from './chats.ts';
import type { People } from './people.ts';
import { previewOf } from './preview.ts';

/** What a person does on the phone, or a test in their name. */
export interface Writing {
  readonly phoneNumberId: string;
  readonly waId: string;
  readonly type: string;
  readonly payload: unknown;
  readonly at: number;
  readonly replyTo: string | null;
  /** False puts the message into the chat without telling the business: history for a demo. */
  readonly announce: boolean;
  /** A fixed id, for a test that sends the same message twice. */
  readonly id?: string | undefined;
}

/** Writes a message as a person: the chat shows it, the window opens, the business gets its callback. */
export function writeAsCustomer(
  people: People,
  chats: Chats,
  publisher: Publisher,
  writing: Writing,
): ChatMessage {
  const { phoneNumberId, waId, type, payload, at, replyTo, announce } = writing;
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
  });
  if (type === 'reaction') chats.react(message);
  if (announce) publisher.publish({ kind: 'message', message, customer });
  return message;
}

/** The fields that a message starts without. */
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
