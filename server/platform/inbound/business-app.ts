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
};
export type BusinessAppItem = Echo | History;

/** Messages of one item of a history: each item is stored in a transaction of its own. */
const SLICE = 20;

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
  const slices: { person: string | null; messages: Fields[] }[] = [];
  for (let start = 0; start < sorted.length; start += SLICE)
    slices.push({ person, messages: sorted.slice(start, start + SLICE) });
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
