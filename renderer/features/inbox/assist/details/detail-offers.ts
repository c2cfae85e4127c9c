import type { Contact } from '../../../../../shared/contract/contacts.contract.ts';
import {
  type Detail,
  type DetailKind,
  findDetails,
} from '../../../../../shared/domain/assist/text/details.ts';
import { fold } from '../../../../../shared/domain/assist/text/fold.ts';

/** A detail that a field of the contact can take. */
export interface DetailOffer {
  detail: Detail;
  messageId: string;
  /** The custom field that takes it; null: the email of the contact. */
  field: { key: string; name: string } | null;
  /** What the field has now; null: nothing. */
  current: string | null;
}

/** A custom field, as far as offers read it. */
interface Field {
  key: string;
  name: string;
  type: string;
}

/** Only what a customer wrote lately is offered. */
const MESSAGES = 30;
/** Words in the name or key of a field that takes a detail. */
const FIELD_WORDS: Readonly<Record<Exclude<DetailKind, 'email'>, RegExp>> = {
  phone: /phone|telefone|celular|mobile|telefono|fone/,
  cpf: /cpf/,
  cnpj: /cnpj/,
  cep: /\bcep\b|_cep|cep_|zip|postal/,
  date: /birth|nascimento|aniversario|nacimiento|cumpleanos/,
  order: /order|pedido|compra|purchase/,
};

/** Returns what can be saved from a customer's messages, the latest first, each value once. */
export function detailOffers(
  messages: readonly { id: string; direction: string; content: string | null; caption: string | null }[],
  contact: Pick<Contact, 'phone' | 'email' | 'attributes'>,
  fields: readonly Field[],
  { today, orderFormats = [] }: { today: string; orderFormats?: readonly string[] },
): DetailOffer[] {
  const offers: DetailOffer[] = [];
  for (const message of messages.slice(-MESSAGES).reverse()) {
    if (message.direction !== 'inbound') continue;
    const text = message.content ?? message.caption ?? '';
    for (const detail of findDetails(text, { today, orderFormats })) {
      if (detail.kind === 'phone' && sameDigits(detail.value, contact.phone)) continue;
      const field = fieldFor(detail.kind, fields);
      if (field === undefined) continue;
      const value = field === null ? contact.email : contact.attributes[field.key];
      const current = value === undefined || value === null ? null : String(value);
      const isKnown = current !== null && bare(current) === bare(detail.value);
      const isListed = offers.some((offer) => offer.detail.kind === detail.kind);
      if (!isKnown && !isListed && fits(field, detail))
        offers.push({ detail, messageId: message.id, field, current });
    }
  }
  return offers;
}

/** Whether the contact has a detail already, in whichever field. */
export function hasDetail(
  { phone, email, attributes }: Pick<Contact, 'phone' | 'email' | 'attributes'>,
  { kind, value }: Detail,
): boolean {
  const known = [email, ...Object.values(attributes)].map((one) => bare(String(one ?? '')));
  return known.includes(bare(value)) || (kind === 'phone' && sameDigits(value, phone));
}

/** Returns what saves an offer, as the contact's route takes it. */
export function changeOf({ detail, field }: DetailOffer) {
  return field === null ? { email: detail.value } : { attributes: { [field.key]: detail.value } };
}

/** What is counted of an offer, once on a page; `key` names it. */
export interface OfferCount {
  key: string;
  outcome: 'eligible' | 'shown';
  text: string;
}

/**
 * Returns what is counted of the details that the contact does not have, and of the one that is offered: a field may be
 * missing. The same details have the same counts.
 */
export function countsOf(
  contactId: string,
  found: readonly DetailOffer[],
  offer: DetailOffer | undefined,
): OfferCount[] {
  const countOf = (one: DetailOffer, outcome: OfferCount['outcome']): OfferCount => {
    return { key: `${outcome} ${markOf(contactId, one)}`, outcome, text: one.detail.quote };
  };
  const eligible = (offer ? [...found, offer] : found).map((one) => countOf(one, 'eligible'));
  return offer ? [...eligible, countOf(offer, 'shown')] : eligible;
}

/** Returns a mark of a value: the same for the same value, without the value. */
export function markOf(contactId: string, { detail }: DetailOffer): string {
  let hash = 0x811c9dc5;
  for (const character of `${contactId} ${detail.kind} ${detail.value}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** Returns the field that takes a kind of detail; null: the email; undefined: none does. */
function fieldFor(kind: DetailKind, fields: readonly Field[]): Field | null | undefined {
  if (kind === 'email') return null;
  return fields.find(
    ({ key, name, type }) =>
      (type === 'text' || (type === 'date' && kind === 'date')) &&
      FIELD_WORDS[kind].test(fold(`${name} ${key}`)),
  );
}

/** A field for dates takes only a whole date. */
function fits(field: Field | null, { value }: Detail): boolean {
  return field?.type !== 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function sameDigits(one: string, other: string | null): boolean {
  if (other === null) return false;
  const [short, long] = [one, other]
    .map((text) => text.replace(/\D/g, ''))
    .sort((a, b) => a.length - b.length);
  return long?.endsWith(short ?? '') === true;
}

function bare(text: string): string {
  return fold(text).replace(/[^a-z0-9@]/g, '');
}
