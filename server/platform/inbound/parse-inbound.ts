import type { InboundFacts } from '../../../shared/contract/inbound-facts.ts';
import {
  MESSAGE_TYPES,
  type MessageError,
  type MessageType,
} from '../../../shared/contract/messages.contract.ts';
import { isOneEmoji } from '../../../shared/domain/emoji.ts';
import { makeStorableJson } from '../../../shared/domain/storable-json.ts';
import { explainError } from '../graph/graph-errors.ts';
import type { CallbackItem, Notice } from './callback.ts';
import {
  asText,
  type Fields,
  isFields,
  number,
  object,
  objects,
  required,
  storable,
  UnreadableError,
  unixSeconds,
  word,
} from './lenient.ts';
import { type InboundFile, type InboundWords, readFacts, readFile, readWords } from './message-content.ts';
import {
  type ContactIndex,
  type Move,
  readMove,
  readMoves,
  readSender,
  type Sender,
  withSender,
} from './people.ts';

/** What one item of a callback says. */
export type Inbound =
  | InboundMessage
  | InboundChange
  | StatusReport
  /** People are known by other ids from now on. */
  | { kind: 'identity_change'; moves: Move[] }
  /** About a template, a number or an account: the feature that it is for reads its value. */
  | (Notice & { kind: 'notice'; field: string })
  /** Understood, and nothing to do. */
  | { kind: 'nothing' }
  | { kind: 'unreadable'; reason: string };

/** A message of a customer, or a notice of the platform in their conversation. */
export interface InboundMessage {
  kind: 'message';
  platformId: string;
  sender: Sender;
  profileName: string | null;
  /** By the platform's clock; never later than now. */
  sentAt: Date;
  /** The end of the second that the platform's clock showed, also when that is later than now. */
  platformTime: Date;
  type: MessageType;
  words: InboundWords;
  /** The message as it came, for all that is more than plain text. */
  payload: Fields | null;
  /** What it holds besides its words; null for plain text. */
  facts: InboundFacts | null;
  /** The file that it carries; null for types without one. */
  file: InboundFile | null;
  replyToPlatformId: string | null;
  /** The platform wrote it: it opens no window and is not unread. */
  isNotice: boolean;
  /** The person is known by this from now on; null for everything but such a notice. */
  movesTo: Sender | null;
}

/** A customer has reacted to a message, or changed one of theirs, or deleted one for everyone. */
export type InboundChange = {
  /** The platform's id of the change itself. */
  platformId: string;
  sender: Sender;
  at: Date;
  targetPlatformId: string;
  /** The change in the documented shape, to be kept until its message comes. */
  payload: Fields;
} & (
  | {
      kind: 'reaction';
      /** Null: it was taken back. The platform says so with an empty emoji, or with none. */
      emoji: string | null;
    }
  | { kind: 'edit'; wording: Pick<InboundWords, 'content' | 'caption'> }
  | { kind: 'revoke' }
);

/** What the platform says of one of our messages. */
export interface StatusReport {
  kind: 'status';
  platformId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  at: Date;
  /** What we gave with the send: our message's id and round. */
  opaque: string | null;
  error: MessageError | null;
}

/**
 * Reads an item of a callback: the only reader of what the platform sends about messages. It accepts what libraries
 * and older versions of the platform send beside what is documented. Never throws: what cannot be understood is
 * `unreadable`, with the reason.
 */
export function parseInbound(item: CallbackItem, now: Date): Inbound {
  try {
    if (item.kind === 'message') return parseMessage(normalise(item.message, now), item, now);
    if (item.kind === 'status') return parseStatus(storable(item.status), now);
    if (item.kind === 'other') return { kind: 'unreadable', reason: item.reason };
    const { field, wabaId, time } = item;
    const value = makeStorableJson(item.value);
    return field === 'user_id_update'
      ? { kind: 'identity_change', moves: readMoves(value) }
      : { kind: 'notice', field, value, wabaId, time };
  } catch (error) {
    if (error instanceof UnreadableError) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/** A message in the documented shape. */
type Message = Fields & { type: string; timestamp: string };

/** Kinds whose content is in a field of the same name. A message without `type` is of the first one it has. */
const WITH_CONTENT = MESSAGE_TYPES.filter((type) => type !== 'unsupported' && type !== 'template');
const CONTENT_FIELDS: readonly string[] = [...WITH_CONTENT, 'reaction', 'edit', 'revoke'];

/**
 * Returns a message in the documented shape. Libraries and older versions of the platform send numbers for strings,
 * phone numbers with `+`, milliseconds, user ids in `from`, and leave out the timestamp or the type.
 */
function normalise(raw: Fields, now: Date): Message {
  const message = withSender(storable(raw));
  const { id, type: given, timestamp, context, voice, ...parts } = message;
  const type = typeof given === 'string' ? given : '';
  const head = {
    id: asText(id),
    type: type || (CONTENT_FIELDS.find((name) => isFields(message[name])) ?? 'unsupported'),
    timestamp: String(unixSeconds(timestamp) ?? Math.floor(now.getTime() / 1_000)),
    ...(isFields(context) ? { context: { ...context, id: asText(context.id) } } : {}),
  };
  // Voice notes of older versions have a type of their own; they play as audio.
  if (type === 'voice' && isFields(voice))
    return { ...parts, ...head, type: 'audio', audio: { ...voice, voice: true } };
  return { ...parts, ...head, ...(voice === undefined ? {} : { voice }) };
}

function parseMessage(
  message: Message,
  { contacts, errors }: { contacts: ContactIndex; errors: readonly unknown[] },
  now: Date,
): InboundMessage | InboundChange {
  const platformId = required('id', message.id);
  const { sender, profileName } = readSender(message, contacts);
  const at = timeOf(message.timestamp, now);
  const change = readChange(message);
  if (change) return { platformId, sender, at, payload: message, ...change };

  const type = typeOf(message);
  if (message.type === 'text' && message.text !== undefined && typeof object(message.text)?.body !== 'string')
    throw new UnreadableError('text.body: is not a text');
  const payload = type === 'text' && !hasMore(message) ? null : withReason(type, message, errors);
  return {
    kind: 'message',
    platformId,
    sender,
    profileName,
    sentAt: at,
    platformTime: endOfSecond(message.timestamp),
    type,
    words: readWords(type, message),
    payload,
    facts: payload && readFacts(type, payload),
    file: readFile(type, message),
    replyToPlatformId: word(object(message.context)?.id),
    isNotice: type === 'system',
    movesTo: readMove(message),
  };
}

function readChange({ type, reaction, edit, revoke }: Fields) {
  if (type === 'reaction') {
    const { message_id: target, emoji } = object(reaction) ?? {};
    return {
      kind: 'reaction' as const,
      targetPlatformId: required('reaction.message_id', target),
      emoji: readEmoji(emoji),
    };
  }
  if (type === 'revoke') {
    const target = object(revoke)?.original_message_id;
    return { kind: 'revoke' as const, targetPlatformId: required('revoke.original_message_id', target) };
  }
  if (type !== 'edit') return null;
  const { original_message_id: target, message } = object(edit) ?? {};
  const changed = object(message) ?? {};
  const { content, caption } = readWords(required('edit.message.type', changed.type), changed);
  return {
    kind: 'edit' as const,
    targetPlatformId: required('edit.original_message_id', target),
    wording: { content, caption },
  };
}

const EMOJI_MAX = 64;

function readEmoji(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= EMOJI_MAX && isOneEmoji(value)) return value;
  throw new UnreadableError('reaction.emoji: is no emoji');
}

/** The platform's own word where it is one of ours and has its content; anything else cannot be shown. */
function typeOf(message: Message): MessageType {
  if (message.type === 'request_welcome') return 'system';
  const known = WITH_CONTENT.find((type) => type === message.type);
  const content = message[message.type];
  return known && typeof content === 'object' && content !== null ? known : 'unsupported';
}

/** Whether a text says more than its words: it was passed on, is about a product, or comes from an advertisement. */
function hasMore({ referral, context: given }: Fields): boolean {
  const context = object(given) ?? {};
  return (
    referral !== undefined ||
    context.forwarded === true ||
    context.frequently_forwarded === true ||
    context.referred_product !== undefined
  );
}

/** What is beside a message without content says why it has none. */
function withReason(type: MessageType, message: Fields, errors: readonly unknown[]): Fields {
  if (type !== 'unsupported' || 'errors' in message || errors.length === 0) return message;
  return { ...message, errors };
}

/** The end of the second that the platform names: its clock has whole seconds, ours milliseconds. */
function endOfSecond(timestamp: string): Date {
  return new Date(Number(timestamp) * 1_000 + 999);
}

/**
 * The time of a message: the end of its second, or now if that is earlier. At the start of its second it would be
 * shown above the message of ours that it answers (decision 0218).
 */
function timeOf(timestamp: string, now: Date): Date {
  return new Date(Math.min(endOfSecond(timestamp).getTime(), now.getTime()));
}

/** A map and no object, which would know `toString` too. */
const STATUSES: ReadonlyMap<string, StatusReport['status'] | null> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
  // Legacy values of the on-premises product: nothing to do.
  ['deleted', null],
  ['warning', null],
]);

function parseStatus(raw: Fields, now: Date): StatusReport | { kind: 'nothing' } {
  const platformId = required('id', raw.id);
  const name = required('status', raw.status);
  const status = STATUSES.get(name);
  if (status === undefined) throw new UnreadableError(`unknown status "${name}"`);
  if (status === null) return { kind: 'nothing' };
  const [error] = objects(raw.errors);
  return {
    kind: 'status',
    platformId,
    status,
    at: new Date(Math.min((unixSeconds(raw.timestamp) ?? Infinity) * 1_000, now.getTime())),
    opaque: word(raw.biz_opaque_callback_data),
    error: error ? readError(error) : null,
  };
}

function readError({ code, title, message, error_data: data }: Fields): MessageError {
  const details = word(object(data)?.details) ?? word(data);
  return explainError(number(code) ?? 0, word(title) ?? word(message) ?? '', details);
}
