import { asText, type Fields, isFields, object, phoneDigits } from './lenient.ts';

/**
 * What a number brings that is also used in the business app on a phone: messages written there (echoes), and the
 * conversations from before the number was connected (history).
 */

/** Returns the objects of a list; the caller keeps what else is in it. */
type ObjectsOf = (value: unknown, name: string) => Fields[];

/** The account of an item, and its time. */
interface Place {
  wabaId: string | null;
  time: number | null;
}
/** A message that was written in the business app on the phone of the business. */
type Echo = Place & { kind: 'echo'; phoneNumberId: string; message: Fields };
/** Messages with one person from before the number was connected. */
type History = Place & {
  kind: 'history';
  phoneNumberId: string;
  person: string | null;
  messages: readonly Fields[];
  /** Its place among those of the same thread in the callback. */
  part: HistoryPart;
};
/** Whether there are other parts of a thread, and none after this one. */
export type HistoryPart = 'only' | 'last' | 'earlier';
export type BusinessAppItem = Echo | History;

/** Messages of one item of a history, each stored in a transaction of its own, and entries of an address book. */
const SLICE = 20;

/**
 * Cuts the address book of the business app, up to 10,000 entries in one callback, into notices of some: each item holds
 * up the others of its workspace for as long as it takes. Anything else is returned as it is.
 */
export function noticeValues(field: string, value: unknown): unknown[] {
  const entries = object(value)?.state_sync;
  if (field !== 'smb_app_state_sync' || !isFields(value) || !Array.isArray(entries)) return [value];
  const slices: unknown[] = [];
  for (let start = 0; start < entries.length; start += SLICE)
    slices.push({ ...value, state_sync: entries.slice(start, start + SLICE) });
  return slices.length === 0 ? [value] : slices;
}

/**
 * Returns the items of an echo or a history; null when the field is another one, or does not name the number.
 */
export function businessAppItems(
  field: string,
  value: unknown,
  place: Place,
  objectsOf: ObjectsOf,
): BusinessAppItem[] | null {
  const phoneNumberId = asText(object(object(value)?.metadata)?.phone_number_id);
  if (!isFields(value) || typeof phoneNumberId !== 'string') return null;
  if (field === 'smb_message_echoes')
    return objectsOf(value.message_echoes, 'message_echoes').map((message) => ({
      ...{ kind: 'echo', phoneNumberId, message },
      ...place,
    }));
  if (field !== 'history') return null;
  const threads = objectsOf(value.history, 'history').flatMap((part) => objectsOf(part.threads, 'threads'));
  const slices = threads.flatMap((thread) =>
    slicesOf(phoneDigits(thread.id), objectsOf(thread.messages, 'messages')),
  );
  // Files of a history follow in callbacks of their own, which have the messages themselves.
  const files = objectsOf(value.messages, 'messages').flatMap((message) =>
    slicesOf(phoneDigits(message.to) ?? phoneDigits(message.from), [message]),
  );
  return [...slices, ...files].map((slice) => ({
    ...{ kind: 'history', phoneNumberId, ...slice },
    ...place,
  }));
}

/** Cuts a thread into slices, the newest messages first: the first that is stored is the last of its conversation. */
function slicesOf(person: string | null, messages: readonly Fields[]) {
  const sorted = messages.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const slices: Pick<History, 'person' | 'messages' | 'part'>[] = [];
  for (let start = 0; start < sorted.length; start += SLICE) {
    const part = sorted.length <= SLICE ? 'only' : start + SLICE < sorted.length ? 'earlier' : 'last';
    slices.push({ person, messages: sorted.slice(start, start + SLICE), part });
  }
  return slices;
}

function secondsOf({ timestamp }: Fields): number {
  return Number(timestamp) || 0;
}

/** Returns the value of a callback with only this item, so that a parked one can be processed again. */
export function businessAppValue(item: BusinessAppItem): object {
  const metadata = { phone_number_id: item.phoneNumberId };
  const content =
    item.kind === 'echo'
      ? { message_echoes: [item.message] }
      : { history: [{ threads: [{ id: item.person, messages: item.messages }] }] };
  return { messaging_product: 'whatsapp', metadata, ...content };
}

/** Returns the value of an echo of a change that was read as one with its recipient, to process it again. */
export function echoValue(phoneNumberId: string | null, { from, ...message }: Fields): object {
  return {
    ...{ messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId } },
    message_echoes: [{ ...message, to: from }],
  };
}
