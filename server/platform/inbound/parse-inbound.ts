import type { InboundFacts } from '../../../shared/contract/inbound-facts.ts';
import {
  MESSAGE_TYPES,
  type MessageError,
  type MessageType,
} from '../../../shared/contract/messages.contract.ts';
import { isOneEmoji } from '../../../shared/domain/emoji.ts';
import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { makeStorableJson } from '../../../shared/domain/storable-json.ts';
import { explainError } from '../graph/graph-errors.ts';
import type { HistoryPart } from './business-app.ts';
import type { CallbackItem, Notice } from './callback.ts';
import {
  asText,
  type Fields,
  isFields,
  number,
  object,
  objects,
  phoneDigits,
  required,
  storable,
  UnreadableError,
  unixSeconds,
  word,
} from './lenient.ts';
import { type InboundFile, type InboundWords, readFacts, readFile, readWords } from './message-content.ts';
import {
  type ContactIndex,
  indexContacts,
  type Move,
  readMove,
  readMoves,
  readSender,
  type Sender,
  withSender,
} from './people.ts';

/** A parsed item of a callback. */
export type Inbound =
  | InboundMessage
  | InboundChange
  | StatusReport
  /** Something that a colleague wrote or did in the business app on the phone. `sender` is the customer. */
  | { kind: 'echo'; message: InboundMessage | InboundChange }
  /** Messages from before the number was connected, newest first, and why some of them cannot be read. */
  | { kind: 'history'; messages: HistoryMessage[]; problem: string | null; part: HistoryPart }
  /** The ids of people have changed. */
  | { kind: 'identity_change'; moves: Move[] }
  /** About a template, a number or an account; its feature reads the value. */
  | (Notice & { kind: 'notice'; field: string })
  /** Understood, with nothing to do. */
  | { kind: 'nothing' }
  | { kind: 'unreadable'; reason: string };

/** A message of a customer, or a notice of the platform in their conversation. */
export interface InboundMessage {
  kind: 'message';
  platformId: string;
  sender: Sender;
  profileName: string | null;
  /** The platform's time; never later than now. */
  sentAt: Date;
  /** The end of the platform's second, even if it is later than now. */
  platformTime: Date;
  type: MessageType;
  words: InboundWords;
  /** The message as received; null for plain text. */
  payload: Fields | null;
  /** What it contains besides its text; null for plain text. */
  facts: InboundFacts | null;
  /** Its file; null for types without one. */
  file: InboundFile | null;
  replyToPlatformId: string | null;
  /** Written by the platform: it opens no reply window and does not count as unread. */
  isNotice: boolean;
  /** The person's new number or id; null for everything but such a notice. */
  movesTo: Sender | null;
}

/** A message of a history: of the customer, or of the business to them. */
export interface HistoryMessage {
  message: InboundMessage;
  /** How far a message of the business came; null for one of the customer. */
  status: StatusReport['status'] | null;
}

/** A reaction to a message, or an edit or deletion of a customer's own message. */
export type InboundChange = {
  /** The platform's id of the change itself. */
  platformId: string;
  sender: Sender;
  at: Date;
  targetPlatformId: string;
  /** The change in the documented format, to be stored until its message arrives. */
  payload: Fields;
} & (
  | {
      kind: 'reaction';
      /** Null when the reaction was removed, which the platform reports with an empty emoji or none. */
      emoji: string | null;
    }
  | { kind: 'edit'; wording: Pick<InboundWords, 'content' | 'caption'> }
  | { kind: 'revoke' }
);

/** The platform's report on one of our messages. */
export interface StatusReport {
  kind: 'status';
  platformId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  at: Date;
  /** The value that we sent with the message: its id and round. */
  opaque: string | null;
  error: MessageError | null;
}

/**
 * Parses an item of a callback. This is the only parser of what the platform sends about messages. It accepts
 * the documented format and those of libraries and older versions of the platform. Never throws: an item that
 * cannot be parsed is `unreadable`, with the reason.
 */
export function parseInbound(item: CallbackItem, now: Date): Inbound {
  try {
    if (item.kind === 'message') return parseMessage(normalise(item.message, now), item, now);
    if (item.kind === 'echo') return { kind: 'echo', message: parseOwn(item.message, now) };
    if (item.kind === 'history') return parseHistory(item, now);
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

/** A message in the documented format. */
type Message = Fields & { type: string; timestamp: string };

/** Types whose content is in a field of the same name. A message without `type` has the first of these. */
const WITH_CONTENT = MESSAGE_TYPES.filter((type) => type !== 'unsupported' && type !== 'template');
const CONTENT_FIELDS: readonly string[] = [...WITH_CONTENT, 'reaction', 'edit', 'revoke'];

/**
 * Returns a message in the documented format. Libraries and older versions of the platform send numbers
 * instead of strings, phone numbers with `+`, milliseconds, user ids in `from`, and omit the timestamp or the
 * type.
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
  // Voice messages of older versions have their own type; they become audio.
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
    throw new UnreadableError(PARKED_REASONS.write('no_text', { field: 'text.body' }));
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

/** The people of an echo or a history are named in the messages alone. */
const NO_CONTACTS = { contacts: indexContacts([]), errors: [] };

/** Parses a message of the business as one with its recipient. */
function parseOwn({ to, from: _, ...message }: Fields, now: Date): InboundMessage | InboundChange {
  return parseMessage(normalise({ ...message, from: to }, now), NO_CONTACTS, now);
}

/** For this long, the platform sends the file of a message in another callback; older ones have none any more. */
const FILES_FOLLOW_MS = 14 * 24 * 3_600_000;
const HISTORY_STATUSES: ReadonlyMap<unknown, StatusReport['status']> = new Map([
  ['DELIVERED', 'delivered'],
  ['READ', 'read'],
  ['PLAYED', 'read'],
  ['ERROR', 'failed'],
]);

function parseHistory(
  { person, messages, part }: { person: string | null; messages: readonly Fields[]; part: HistoryPart },
  now: Date,
): Inbound {
  let problem: string | null = null;
  const read = messages.flatMap((given): HistoryMessage[] => {
    try {
      const { history_context: context, ...message } = given;
      const isOurs = phoneDigits(message.from) !== person;
      const parsed = parseOwn({ ...message, to: person }, now);
      // Changes of messages in a history come in no order that could be followed.
      if (parsed.kind !== 'message') return [];
      const follows = now.getTime() - parsed.sentAt.getTime() < FILES_FOLLOW_MS;
      if (message.type === 'media_placeholder' && follows) return [];
      const status = HISTORY_STATUSES.get(object(context)?.status) ?? 'sent';
      return [{ message: parsed, status: isOurs ? status : null }];
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      problem ??= error.message;
      return [];
    }
  });
  return { kind: 'history', messages: read, problem, part };
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
  throw new UnreadableError(PARKED_REASONS.write('no_emoji', { field: 'reaction.emoji' }));
}

/** Returns the message's type if it is one of ours and has content; anything else is unsupported. */
function typeOf(message: Message): MessageType {
  if (message.type === 'request_welcome') return 'system';
  const known = WITH_CONTENT.find((type) => type === message.type);
  const content = message[message.type];
  return known && typeof content === 'object' && content !== null ? known : 'unsupported';
}

/** Whether a text has more than its words: a group, a product, an ad it came from, or that it was forwarded. */
function hasMore({ referral, group_id: group, context: given }: Fields): boolean {
  const context = object(given) ?? {};
  return (
    referral !== undefined ||
    word(group) !== null ||
    context.forwarded === true ||
    context.frequently_forwarded === true ||
    context.referred_product !== undefined
  );
}

/** Adds the errors next to a message without content, which say why it has none. */
function withReason(type: MessageType, message: Fields, errors: readonly unknown[]): Fields {
  if (type !== 'unsupported' || 'errors' in message || errors.length === 0) return message;
  return { ...message, errors };
}

/** Returns the end of a second: the platform's times are in whole seconds, ours in milliseconds. */
function endOfSecond(timestamp: string): Date {
  return new Date(Number(timestamp) * 1_000 + 999);
}

/**
 * Returns the time of a message: the end of its second, or now if that is earlier. With the start of the
 * second, it could be shown above the message of ours that it replies to (decision 0218).
 */
function timeOf(timestamp: string, now: Date): Date {
  return new Date(Math.min(endOfSecond(timestamp).getTime(), now.getTime()));
}

/** A map, because an object would also have `toString`. */
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
  if (status === undefined)
    throw new UnreadableError(PARKED_REASONS.write('unknown_status', { status: name }));
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
