import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { type BusinessAppItem, businessAppItems, businessAppValue, noticeValues } from './business-app.ts';
import { asText, type Fields, isFields, object, phoneDigits, unixSeconds } from './lenient.ts';
import { asContact, type ContactIndex, indexContacts } from './people.ts';

/** A notice of the platform about a template, a number, an account or people, in its own field. */
export interface Notice {
  value: unknown;
  /** The business account that it is about. */
  wabaId: string | null;
  /** By the platform's clock, in Unix seconds; such notices may overtake each other. */
  time: number | null;
}

/** An item of a callback. */
export type CallbackItem =
  | (Pick<Notice, 'wabaId' | 'time'> &
      (
        | {
            kind: 'message';
            phoneNumberId: string;
            message: Fields;
            contacts: ContactIndex;
            /** Errors next to the messages, which explain those without content. */
            errors: readonly unknown[];
          }
        | { kind: 'status'; phoneNumberId: string; status: Fields }
        | { kind: 'notice'; field: string; value: unknown }
        /** A part that cannot be read. `field` names the change when the part is a whole change. */
        | { kind: 'other'; name: string; field: string | null; reason: string; payload: unknown }
      ))
  | BusinessAppItem;

interface Change extends Pick<Notice, 'wabaId' | 'time'> {
  field: string;
  value: unknown;
}

interface MessagesValue extends Pick<Notice, 'wabaId' | 'time'> {
  phoneNumberId: string;
  contacts: ContactIndex;
  messages: readonly Fields[];
  statuses: readonly Fields[];
  errors: readonly unknown[];
  /** Whether a message lacks the content that the errors explain. */
  explains: boolean;
}

/** Errors next to messages are copied to each message without content, so they must be few and short. */
const ERRORS_MAX = 10;
const ERRORS_LENGTH_MAX = 8_192;
/** The number of list entries that are not objects to keep as examples. */
const EXAMPLES_MAX = 20;

/**
 * Parses the body of a callback.
 * @throws {Error} with a reason for the log, when it is not JSON or not a callback.
 */
export function parseCallback(body: Buffer): object {
  const root = parseJson(body.toString('utf8'));
  if (!isFields(root) || !(Array.isArray(root.entry) || isFields(root.entry)))
    throw new Error(PARKED_REASONS.write('not_a_callback'));
  return root;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // What the parser says differs between versions, quotes the body, and is in English only.
    throw new Error(PARKED_REASONS.write('not_json'), { cause: error });
  }
}

/**
 * Yields the items of a callback: messages before statuses, because a status may be of a message that the
 * customer's reply in the same callback depends on. Every part is read separately: one that is null, of
 * another type or incomplete becomes an item that says so, and the others are still yielded. Lazy, so that a
 * callback of a million items costs only what is consumed. Never throws.
 */
export function* itemsOf(root: object): Generator<CallbackItem> {
  const values = new Map<Change, MessagesValue | null>();
  const others: CallbackItem[] = [];
  const changes = [...changesOf(root as Fields, others)];
  for (const change of changes)
    if (change.field === 'messages') values.set(change, readValue(change, others));
  const read = [...values.values()].filter((value) => value !== null);
  for (const { messages, explains, contacts, phoneNumberId, wabaId, time, ...value } of read) {
    const errors = explains ? value.errors : [];
    for (const message of messages)
      yield { kind: 'message', phoneNumberId, message, contacts, errors, wabaId, time };
  }
  for (const { statuses, phoneNumberId, wabaId, time } of read)
    for (const status of statuses) yield { kind: 'status', phoneNumberId, status, wabaId, time };
  for (const change of changes) {
    const { field, value, wabaId, time } = change;
    if (field !== 'messages') {
      const place = { wabaId, time };
      const items = businessAppItems(field, value, place, (list, name) =>
        objectsOf(list, name, place, others),
      );
      if (items) yield* items;
      else
        for (const part of noticeValues(field, value)) yield { kind: 'notice', field, value: part, ...place };
    }
    const messages = values.get(change);
    // With a message without content, the errors say why it has none; otherwise they are about the account.
    if (!messages || messages.explains) continue;
    for (const payload of messages.errors) {
      const reason = PARKED_REASONS.write('account_error');
      yield { kind: 'other', name: 'errors', field: null, reason, payload, wabaId, time };
    }
  }
  yield* others;
}

/** Yields the changes of all entries; adds what cannot be read to `others`. */
function* changesOf(root: Fields, others: CallbackItem[]): Generator<Change> {
  const nowhere = { wabaId: null, time: null };
  for (const entry of objectsOf(root.entry, 'entry', nowhere, others)) {
    const id = asText(entry.id);
    const place = { wabaId: typeof id === 'string' ? id : null, time: unixSeconds(entry.time) };
    for (const change of objectsOf(entry.changes, 'changes', place, others)) {
      const field =
        typeof change.field === 'string' && change.field !== '' ? change.field : impliedField(change.value);
      if (field !== null) yield { ...place, field, value: change.value };
      else
        others.push({
          ...place,
          kind: 'other',
          name: 'changes',
          field: null,
          reason: PARKED_REASONS.write('no_field'),
          payload: change,
        });
    }
  }
}

/** Returns the field of a change without one: libraries omit it for messages and statuses. */
function impliedField(value: unknown): string | null {
  return isFields(value) && (Array.isArray(value.messages) || Array.isArray(value.statuses))
    ? 'messages'
    : null;
}

function readValue({ field, value, wabaId, time }: Change, others: CallbackItem[]): MessagesValue | null {
  const place = { wabaId, time };
  const phoneNumberId = asText(object(object(value)?.metadata)?.phone_number_id);
  if (!isFields(value) || typeof phoneNumberId !== 'string') {
    const reason = PARKED_REASONS.write('no_number');
    others.push({ ...place, kind: 'other', name: field, field, reason, payload: value });
    return null;
  }
  const messages = objectsOf(value.messages, 'messages', place, others);
  return {
    ...place,
    phoneNumberId,
    contacts: indexContacts(value.contacts),
    messages,
    statuses: objectsOf(value.statuses, 'statuses', place, others),
    errors: firstErrors(value.errors),
    explains: messages.some(lacksContent),
  };
}

/** Returns the objects of a list, or a lone object as a list. The rest becomes one item of `others`. */
function objectsOf(
  value: unknown,
  name: string,
  place: Pick<Notice, 'wabaId' | 'time'>,
  others: CallbackItem[],
): Fields[] {
  if (value === undefined || value === null) return [];
  if (isFields(value)) return [value];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const objects = list.filter(isFields);
  const odd = list.length - objects.length;
  if (odd > 0) {
    const reason = PARKED_REASONS.write('no_objects', { odd, total: list.length, name });
    const payload = list.filter((one) => !isFields(one)).slice(0, EXAMPLES_MAX);
    others.push({ ...place, kind: 'other', name, field: null, reason, payload });
  }
  return objects;
}

function firstErrors(errors: unknown): unknown[] {
  const few: unknown[] = Array.isArray(errors) ? errors.slice(0, ERRORS_MAX) : [];
  let length = 0;
  return few.filter((error) => {
    length += lengthOf(error);
    return length <= ERRORS_LENGTH_MAX;
  });
}

/** Returns the length of a value as JSON; infinite for one that is nested too deeply. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Whether a message lacks the content that its type names. */
function lacksContent({ type, ...parts }: Fields): boolean {
  return typeof type === 'string' && typeof parts[type] !== 'object';
}

/** Returns the keys that order processing: items with a common key are processed one after the other. */
export function orderKeysOf(item: CallbackItem): string[] {
  if (item.kind === 'notice') return [`field:${item.field}`, ...peopleOf(item)];
  if (item.kind === 'other') return ['other'];
  if (item.kind === 'echo') return personKeys(item.message.to);
  if (item.kind === 'history') return personKeys(item.person);
  if (item.kind === 'status') {
    const { id, recipient_id, recipient_user_id } = item.status;
    const name = asText(id);
    const message = typeof name === 'string' ? [`message:${name.slice(0, 255)}`] : [];
    return [...message, ...personKeys(recipient_id, recipient_user_id)];
  }
  const { from, from_user_id } = item.message;
  const known = profileOf(item);
  // A change of number is processed before what the same person writes from the new one.
  const { wa_id, new_wa_id, user_id, new_user_id } = isFields(item.message.system) ? item.message.system : {};
  return [
    ...personKeys(from, from_user_id, known?.phone, known?.userId),
    ...personKeys(wa_id, new_wa_id, user_id, new_user_id),
  ];
}

/** Returns the keys of the people in a notice, so that it is processed in order with what they send. */
function peopleOf({ value }: Notice): string[] {
  const update = isFields(value) ? value.user_id_update : null;
  const list: readonly unknown[] = Array.isArray(update) ? update : [update];
  return list.filter(isFields).flatMap(({ wa_id, user_id, previous_user_id }) => {
    const { previous, current } = isFields(user_id) ? user_id : { previous: user_id, current: null };
    return personKeys(wa_id, previous, current, previous_user_id);
  });
}

function profileOf({ message, contacts }: Extract<CallbackItem, { kind: 'message' }>) {
  const { from, from_user_id: id } = message;
  return contacts.find({ phone: phoneDigits(from), userId: typeof id === 'string' ? id : null });
}

function personKeys(...names: readonly unknown[]): string[] {
  return names.flatMap((name) => {
    const text = phoneDigits(name) ?? asText(name);
    return typeof text === 'string' && text !== '' ? [`person:${text.slice(0, 160)}`] : [];
  });
}

/** The place of an item in its callback: enough to rebuild a callback with this item only. Plain JSON. */
export interface ItemOrigin {
  field: string;
  part: 'messages' | 'statuses' | 'value';
  wabaId: string | null;
  time: number | null;
  phoneNumberId: string | null;
  contacts: object[];
  errors: readonly unknown[];
}

/** The description of an item in a parked row. */
export interface ItemDescription {
  /** The action on a message, the field of a notice, or the part of the callback. */
  kind: string;
  payload: unknown;
  /** Null for an item that makes no sense on its own. */
  origin: ItemOrigin | null;
}

/** Returns what is stored of a parked item. */
export function describeItem(item: CallbackItem): ItemDescription {
  const { wabaId, time } = item;
  const none = { wabaId, time, phoneNumberId: null, contacts: [], errors: [] };
  if (item.kind === 'other') {
    const origin = item.field === null ? null : { ...none, field: item.field, part: 'value' as const };
    return { kind: item.name, payload: item.payload, origin };
  }
  if (item.kind === 'notice')
    return { kind: item.field, payload: item.value, origin: { ...none, field: item.field, part: 'value' } };
  if (item.kind === 'echo' || item.kind === 'history') {
    const field = item.kind === 'echo' ? 'smb_message_echoes' : 'history';
    return { kind: field, payload: businessAppValue(item), origin: { ...none, field, part: 'value' } };
  }
  const place = { ...none, field: 'messages', phoneNumberId: item.phoneNumberId };
  if (item.kind === 'status')
    return { kind: 'status', payload: item.status, origin: { ...place, part: 'statuses' } };
  const { type } = item.message;
  const known = profileOf(item);
  const contacts = known ? [asContact(known)] : [];
  return {
    kind: type === 'reaction' || type === 'edit' || type === 'revoke' ? type : 'message',
    payload: item.message,
    origin: { ...place, part: 'messages', contacts, errors: item.errors },
  };
}

/** Returns the body of a callback with a single item. */
export function rebuildCallback(origin: ItemOrigin, payload: unknown): string {
  const { field, part, wabaId, time, phoneNumberId, contacts, errors } = origin;
  const value =
    part === 'value'
      ? payload
      : {
          messaging_product: 'whatsapp',
          metadata: { phone_number_id: phoneNumberId },
          contacts,
          errors,
          [part]: [payload],
        };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        ...(wabaId === null ? {} : { id: wabaId }),
        ...(time === null ? {} : { time }),
        changes: [{ field, value }],
      },
    ],
  });
}
