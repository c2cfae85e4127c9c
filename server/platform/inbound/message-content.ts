import type { AddressCard, InboundFacts } from '../../../shared/contract/inbound-facts.ts';
import type { MessageType } from '../../../shared/contract/messages.contract.ts';
import { MEDIA_KINDS, type MediaKind } from '../../../shared/domain/media-kind.ts';
import { MEDIA_REASONS } from '../../../shared/domain/reasons/media-reasons.ts';
import { makeStorableJson } from '../../../shared/domain/storable-json.ts';
import { fileNameOf } from '../../../shared/domain/text.ts';
import { digestOf } from '../media-digest.ts';
import { clamp, type Fields, flag, number, object, objects, webAddress, word } from './lenient.ts';

/** The text of a message: its body or the title of a choice, a caption, a file name. */
export interface InboundWords {
  content: string | null;
  caption: string | null;
  filename: string | null;
}

/** What WhatsApp lets a customer write. A callback of three megabytes could have a text of that size. */
const TEXT_MAX = 65_536;
/** Far more than the platform allows, and less than the column holds (64 KB, up to 4 bytes per character). */
const CAPTION_MAX = 16_000;
/** Names are truncated further later; this avoids processing megabytes. */
const FILENAME_READ_MAX = 4_000;

/** Reads the text of a message of the given type, or of a message inside an edit. Never throws. */
export function readWords(type: string, message: Fields): InboundWords {
  const part = object(message[type]);
  const hasCaption = type === 'image' || type === 'video' || type === 'document';
  const content = contentOf(type, part);
  return {
    content: content === null ? null : clamp(content, TEXT_MAX),
    caption: (hasCaption && clamp(word(part?.caption) ?? '', CAPTION_MAX)) || null,
    filename: type === 'document' ? fileName(part?.filename) : null,
  };
}

function contentOf(type: string, part: Fields | null): string | null {
  if (type === 'text') return word(part?.body) ?? '';
  if (type === 'button' || type === 'order') return word(part?.text);
  if (type === 'system') return word(part?.body);
  if (type !== 'interactive') return null;
  const { button_reply: button, list_reply: list, nfm_reply: form } = part ?? {};
  return word(object(button)?.title) ?? word(object(list)?.title) ?? word(object(form)?.body);
}

/** Returns the customer's name for a file: one line, of a length that can be stored. */
function fileName(value: unknown): string | null {
  return fileNameOf((word(value) ?? '').slice(0, FILENAME_READ_MAX));
}

/** The file of a customer's message, as the callback describes it. */
export interface InboundFile {
  kind: MediaKind;
  /** The id for downloading it; null when the platform could not receive the file. */
  platformId: string | null;
  mimeType: string;
  /** The digest of all bytes; null when the callback has none, or one in an unknown format. */
  sha256: Buffer | null;
  filename: string | null;
  /** Why there is no file; null when it can be downloaded. */
  problem: string | null;
}

const MEDIA_ID_MAX = 128;
/** The platform could not receive the customer's file, for example because it is larger than 100 MB. */
const NOT_TAKEN = 131052;

/** Reads the file of a message of the given type; null for types without one. Never throws. */
export function readFile(type: MessageType, message: Fields): InboundFile | null {
  const kind = MEDIA_KINDS.find((one) => one === type);
  if (!kind) return null;
  const part = object(message[kind]) ?? {};
  const isTaken = !objects(message.errors).some(({ code }) => number(code) === NOT_TAKEN);
  const id = word(part.id) ?? '';
  const platformId = isTaken && /^[\x21-\x7e]+$/.test(id) && id.length <= MEDIA_ID_MAX ? id : null;
  const mimeType = (word(part.mime_type) ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 255);
  return {
    kind,
    platformId,
    mimeType: mimeType || 'application/octet-stream',
    sha256: digestOf(word(part.sha256) ?? ''),
    filename: fileName(part.filename),
    problem: platformId === null ? MEDIA_REASONS.write('not_taken') : null,
  };
}

/** Explanations for agents of errors in place of content. */
const REASONS: Readonly<Record<string, string>> = {
  131051: 'WhatsApp does not pass on this kind of message. Ask the customer to send it in another form.',
  131052: 'WhatsApp could not fetch the file; it may be too large. Ask the customer to send it smaller.',
  131060: 'WhatsApp could not deliver this message. Ask the customer to send it again.',
};

const UNKNOWN = 'This kind of message cannot be shown here. What came is kept below.';

/**
 * Reads what a message contains besides its text. Never throws: an invalid part is null. Increase
 * `FACTS_VERSION` (server/features/messages/facts.ts) when the result changes, so that older messages are
 * read again.
 */
export function readFacts(type: MessageType, payload: Fields): InboundFacts {
  const context = object(payload.context) ?? {};
  const is = (kind: MessageType) => type === kind;
  return {
    voice: is('audio') ? flag(object(payload.audio)?.voice) : null,
    animated: is('sticker') ? flag(object(payload.sticker)?.animated) : null,
    location: is('location') ? locationOf(payload.location) : null,
    cards: is('contacts') ? readCards(payload.contacts) : null,
    choice: is('button') || is('interactive') ? choiceOf(payload) : null,
    order: is('order') ? orderOf(payload.order) : null,
    system: is('system') ? systemOf(payload) : null,
    referral: referralOf(payload.referral),
    forwarded: context.frequently_forwarded === true ? 'often' : context.forwarded === true ? 'once' : null,
    group: groupOf(payload.group_id),
    product: productOf(context.referred_product),
    unsupported: is('unsupported') ? readUnsupported(payload) : null,
  };
}

function locationOf(value: unknown): InboundFacts['location'] {
  const place = object(value);
  const [latitude, longitude] = [number(place?.latitude), number(place?.longitude)];
  if (place === null || latitude === null || longitude === null) return null;
  const { name, address, url } = place;
  return { latitude, longitude, name: word(name), address: word(address), url: webAddress(url) };
}

function choiceOf({ button, interactive }: Fields): InboundFacts['choice'] {
  const none = { id: null, title: null, description: null, form: null };
  const pressed = object(button);
  if (pressed) {
    const { payload, text } = pressed;
    return { ...none, kind: 'quick_reply', id: word(payload), title: word(text) };
  }
  const answer = object(interactive) ?? {};
  for (const [name, kind] of [
    ['button_reply', 'button'],
    ['list_reply', 'list'],
  ] as const) {
    const chosen = object(answer[name]);
    if (!chosen) continue;
    const { id, title, description } = chosen;
    return { ...none, kind, id: word(id), title: word(title), description: word(description) };
  }
  const form = object(answer.nfm_reply);
  if (!form) return { ...none, kind: 'other', title: word(answer.type) };
  return {
    ...none,
    kind: 'form',
    id: word(form.name),
    title: word(form.body),
    form: filledIn(form.response_json),
  };
}

/** Events contain the form inside the message; databases accept 32 levels in total. */
const FORM_LEVELS = 16;
/** More than any form of the platform returns. */
const FORM_MAX = 64 * 1024;

/**
 * Reads the values of a form: unchecked JSON inside a string. It is stored as JSON in events, so it is
 * limited to what databases accept.
 */
function filledIn(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') return object(value);
  if (value.length > FORM_MAX) return null;
  try {
    return object(makeStorableJson(JSON.parse(value), FORM_LEVELS));
  } catch {
    return null;
  }
}

function orderOf(value: unknown): InboundFacts['order'] {
  const order = object(value);
  if (!order) return null;
  const items = objects(order.product_items).map((item) => ({
    productId: word(item.product_retailer_id) ?? 'unknown',
    quantity: number(item.quantity),
    price: number(item.item_price),
    currency: word(item.currency),
  }));
  return { catalogId: word(order.catalog_id), items };
}

const SYSTEM_KINDS: Readonly<Record<string, NonNullable<InboundFacts['system']>['kind']>> = {
  user_changed_number: 'number_changed',
  customer_changed_number: 'number_changed',
  user_changed_user_id: 'user_id_changed',
  customer_identity_changed: 'identity_changed',
};

function systemOf(payload: Fields): InboundFacts['system'] {
  if (payload.type === 'request_welcome') return { kind: 'chat_opened', from: null, to: null };
  if (payload.type === 'call') {
    const seconds = number(object(payload.call)?.duration) ?? 0;
    const call =
      seconds > 0 ? ({ kind: 'call_answered', seconds } as const) : ({ kind: 'call_missed' } as const);
    return { ...call, from: null, to: null };
  }
  const system = object(payload.system) ?? {};
  const kind = SYSTEM_KINDS[word(system.type) ?? ''] ?? 'other';
  if (kind === 'number_changed')
    return { kind, from: word(payload.from), to: word(system.wa_id) ?? word(system.new_wa_id) };
  if (kind === 'user_id_changed')
    return { kind, from: word(payload.from_user_id), to: word(system.user_id) ?? word(system.new_user_id) };
  return { kind, from: null, to: null };
}

function referralOf(value: unknown): InboundFacts['referral'] {
  const referral = object(value);
  if (!referral) return null;
  return {
    sourceType: word(referral.source_type),
    sourceId: word(referral.source_id),
    sourceUrl: webAddress(referral.source_url),
    headline: word(referral.headline),
    body: word(referral.body),
    mediaType: word(referral.media_type),
    mediaUrl: webAddress(referral.image_url) ?? webAddress(referral.video_url),
    thumbnailUrl: webAddress(referral.thumbnail_url),
    clickId: word(referral.ctwa_clid),
    welcome: word(object(referral.welcome_message)?.text),
  };
}

/** Longer than any id of a group. */
const GROUP_ID_MAX = 255;

function groupOf(value: unknown): InboundFacts['group'] {
  const id = word(value);
  return id === null ? null : { id: clamp(id, GROUP_ID_MAX) };
}

function productOf(value: unknown): InboundFacts['product'] {
  const product = object(value);
  const productId = word(product?.product_retailer_id);
  return productId === null ? null : { productId, catalogId: word(product?.catalog_id) };
}

/** Reads the address cards of a message of type `contacts`. */
function readCards(value: unknown): AddressCard[] {
  return objects(value).map((card) => ({
    name: nameOf(card),
    organization: word(object(card.org)?.company),
    birthday: word(card.birthday),
    phones: objects(card.phones).flatMap((one) => {
      const phone = word(one.phone) ?? word(one.wa_id);
      return phone === null ? [] : [{ phone, type: word(one.type), waId: word(one.wa_id) }];
    }),
    emails: objects(card.emails).flatMap((one) => {
      const email = word(one.email);
      return email === null ? [] : [{ email, type: word(one.type) }];
    }),
    urls: objects(card.urls).flatMap((one) => {
      const url = webAddress(one.url);
      return url === null ? [] : [{ url, type: word(one.type) }];
    }),
    addresses: objects(card.addresses).flatMap((one) => {
      const lines = [one.street, one.zip, one.city, one.state, one.country].flatMap(
        (part) => word(part) ?? [],
      );
      return lines.length === 0 ? [] : [{ address: lines.join(', '), type: word(one.type) }];
    }),
  }));
}

function nameOf(card: Fields): string {
  const name = object(card.name) ?? {};
  const parts = [name.first_name, name.middle_name, name.last_name].flatMap((part) => word(part) ?? []);
  return word(name.formatted_name) ?? (parts.length > 0 ? parts.join(' ') : 'Without a name');
}

/** Reads why a message cannot be shown, and its kind as far as the platform reports it. */
function readUnsupported(payload: Fields): InboundFacts['unsupported'] {
  const [error] = objects(payload.errors);
  const code = word(error?.code);
  const hint = word(object(payload.unsupported)?.type);
  const kind = hint ?? word(payload.type) ?? 'unknown';
  const details = word(object(error?.error_data)?.details) ?? word(error?.details) ?? word(error?.title);
  return { kind, code, reason: (code === null ? null : (REASONS[code] ?? details)) ?? UNKNOWN };
}
