import { createHash } from 'node:crypto';
import type { Account, ChatMessage, Customer, MessageStatus } from '../state/model.ts';

/** An event that is sent to the business's server. */
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

/** Converts a time to Unix seconds as a string, the format of all times in callbacks about messages. */
function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

/** Returns an element of `messages[]`. */
export function messageElement(message: ChatMessage, customer: Customer, account: Account): object {
  const who = customer.phoneHidden ? { from_user_id: customer.userId } : { from: message.waId };
  const { context: given, ...extra } = message.extra ?? {};
  const quoted = message.replyTo ? { from: digits(account.displayPhoneNumber), id: message.replyTo } : {};
  const context =
    message.replyTo || given ? { context: { ...quoted, ...(given as object | undefined) } } : {};
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

/** Returns an element of `contacts[]`. */
export function contactElement(customer: Customer): object {
  const ids = customer.userId === null ? {} : { user_id: customer.userId };
  const phone = customer.phoneHidden ? {} : { wa_id: customer.waId };
  return { profile: { name: customer.name }, ...phone, ...ids };
}

/** Returns an element of `statuses[]`. Only `sent` and `delivered` contain conversation and pricing. */
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
    // Unique per message, as in webhook versions up to v23.
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

/** Returns the digits of a number, its format in callbacks. */
export function digits(display: string): string {
  return display.replace(/\D/g, '');
}
