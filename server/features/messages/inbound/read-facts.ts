import type { InboundFacts } from '../../../../shared/contract/inbound-facts.ts';
import type { MessageType } from '../../../../shared/contract/messages.contract.ts';
import { flag, type Loose, number, object, objects, webAddress, word } from './lenient.ts';
import { readCards } from './read-cards.ts';
import { readUnsupported } from './read-unsupported.ts';

/**
 * What an inbound message holds besides its words, read from what the platform sent; null for a message of
 * ours and for plain text. Never throws: an odd part is null.
 */
export function readFacts(type: MessageType, payload: Loose | null): InboundFacts | null {
  if (payload === null) return null;
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

function choiceOf({ button, interactive }: Loose): InboundFacts['choice'] {
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

/** The platform sends what was filled in as JSON inside a string. */
function filledIn(value: unknown): Record<string, unknown> | null {
  try {
    return object(typeof value === 'string' ? JSON.parse(value) : value);
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

function systemOf(payload: Loose): InboundFacts['system'] {
  if (payload.type === 'request_welcome') return { kind: 'chat_opened', from: null, to: null };
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

function productOf(value: unknown): InboundFacts['product'] {
  const product = object(value);
  const productId = word(product?.product_retailer_id);
  return productId === null ? null : { productId, catalogId: word(product?.catalog_id) };
}
