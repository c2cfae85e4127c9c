import { createHash } from 'node:crypto';
import type { Account, ChatMessage, Customer, MessageStatus } from '../state/model.ts';

/** Something that happened and that the business's server is told about. */
export type CallbackEvent =
  | { readonly kind: 'message'; readonly message: ChatMessage; readonly customer: Customer }
  | {
      readonly kind: 'status';
      readonly message: ChatMessage;
      readonly customer: Customer;
      readonly status: Exclude<MessageStatus, 'accepted'>;
      readonly at: number;
      readonly error: StatusError | null;
    };

interface StatusError {
  readonly code: number;
  readonly title: string;
  readonly details: string;
}

/** Unix seconds as a string, as every time in a callback about messages is. */
function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

/** One element of `messages[]`. */
export function messageElement(message: ChatMessage, customer: Customer, account: Account): object {
  const who = customer.phoneHidden ? { from_user_id: customer.userId } : { from: message.waId };
  const { context: told, ...extra } = message.extra ?? {};
  const quoted = message.replyTo ? { from: digits(account.displayPhoneNumber), id: message.replyTo } : {};
  const context = message.replyTo || told ? { context: { ...quoted, ...(told as object | undefined) } } : {};
  const content = message.payload === undefined ? {} : { [message.type]: message.payload };
  return {
    ...who,
    id: message.id,
    timestamp: seconds(message.at),
    type: message.type,
    ...context,
    ...extra,
    ...content,
  };
}

/** One element of `contacts[]`. */
export function contactElement(customer: Customer): object {
  const ids = customer.userId === null ? {} : { user_id: customer.userId };
  const phone = customer.phoneHidden ? {} : { wa_id: customer.waId };
  return { profile: { name: customer.name }, ...phone, ...ids };
}

/** One element of `statuses[]`; conversation and pricing travel with `sent` and `delivered` only. */
export function statusElement(event: Extract<CallbackEvent, { kind: 'status' }>): object {
  const { message, customer, status, at, error } = event;
  const who = customer.phoneHidden ? { recipient_user_id: customer.userId } : { recipient_id: message.waId };
  return {
    id: message.id,
    status,
    timestamp: seconds(at),
    ...who,
    ...(status === 'sent' || status === 'delivered' ? money(message, status) : {}),
    ...(error === null ? {} : { errors: [errorElement(error)] }),
    ...(message.opaque === null ? {} : { biz_opaque_callback_data: message.opaque }),
  };
}

function money(message: ChatMessage, status: 'sent' | 'delivered'): object {
  const category = message.type === 'template' ? 'utility' : 'service';
  const expiry = status === 'sent' ? { expiration_timestamp: seconds(message.at + 24 * 60 * 60 * 1000) } : {};
  const free = category === 'service';
  return {
    // Unique per message, as webhook versions up to v23 have it.
    conversation: { id: conversationId(message), ...expiry, origin: { type: category } },
    pricing: {
      billable: !free,
      pricing_model: 'PMP',
      type: free ? 'free_customer_service' : 'regular',
      category,
    },
  };
}

function conversationId(message: ChatMessage): string {
  return createHash('sha256').update(message.id).digest('hex').slice(0, 32);
}

function errorElement({ code, title, details }: StatusError): object {
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://docs.example/error-codes/',
  };
}

/** A number as callbacks print it: digits alone. */
export function digits(display: string): string {
  return display.replace(/\D/g, '');
}
