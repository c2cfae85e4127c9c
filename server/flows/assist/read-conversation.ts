import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';

import type { DraftSource } from '../../../shared/domain/assist/text/verify.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { assistSettings } from '../../features/assist/index.ts';
import { findContact, listFields, presentContact } from '../../features/contacts/index.ts';
import {
  conversationKey,
  conversationView,
  presentConversation,
  responseRulesOf,
} from '../../features/conversations/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import {
  closingsOf,
  countMessages,
  countUpTo,
  type LastRead,
  type MessageForPrompt,
  newestMessages,
} from './conversation.repository.ts';
import { answerLanguage, isShort } from './languages.ts';
import { type ChatLine, conversationPrompt, fixedRules, rulesPrompt } from './prompts/conversation-prompt.ts';

/** Prompts begin at a multiple of this many messages, so that one more message only appends. */
const STRIDE = 100;
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  image: '(a photo)',
  video: '(a video)',
  audio: '(a voice message)',
  document: '(a document)',
  sticker: '(a sticker)',
  location: '(a location)',
  contacts: '(a contact card)',
};

/** A message of a conversation with its number, which prompts and answers use. */
export interface NumberedMessage extends MessageForPrompt {
  number: number;
}

/** What tasks for the model see of a conversation. */
export interface DescribedConversation {
  messages: NumberedMessage[];
  /** The language in which the customer is answered; null: it cannot be said. */
  language: string | null;
  /** Whether the customer has written too little to say it; otherwise they write in one that we do not know. */
  isBrief: boolean;
  timeZone: string;
  businessName: string;
  /** The customer's phone number, which says which Portuguese they write. */
  phone: string | null;
  /** The part of the prompt that all tasks share: P0, and CARD with CHAT. */
  system: string;
  /** The part of P0 that no text may repeat. */
  rules: string;
  prefix: string;
  /** What a text may state as a fact, besides the messages: the card and the profile. */
  facts: DraftSource[];
  medianLength: number | null;
}

/** A conversation of a workspace as tasks for the model see it. */
export interface AssistConversation extends DescribedConversation {
  conversation: Conversation;
  contactId: Buffer;
}

/**
 * Returns a conversation with the beginning of its prompts. Notes of colleagues are not part of it.
 * @param until reads it as it was with this message; the card is of now.
 * @throws {AppError} conversation_not_found
 */
export async function readConversation(
  ctx: Context,
  conversationId: string,
  until: LastRead | null = null,
): Promise<AssistConversation> {
  const view = await conversationView(ctx, conversationKey(conversationId));
  const contactRow = view && (await findContact(ctx, view.contactId));
  if (!view || !contactRow) throw new AppError('conversation_not_found');
  const conversation = presentConversation(view);
  const contact = presentContact(contactRow);
  const contactId = decodeId(contact.id);
  const { hours } = await responseRulesOf(ctx);
  const timeZone = hours?.timeZone ?? 'UTC';
  const { name, profile } = await businessOf(ctx);
  const count = until ? await countUpTo(ctx, contactId, until) : await countMessages(ctx, view.id);
  const first = Math.max(0, Math.floor((count - STRIDE) / STRIDE) * STRIDE);
  const rows = await newestMessages(ctx, contactId, Math.max(1, count - first), until);
  const messages = rows.map((row, index) => ({ ...row, number: first + index + 1 }));
  const closed = messages[0] ? await closingsOf(ctx, contactId, messages[0].createdAt) : [];
  const closings = until ? closed.filter(({ at }) => at <= until.createdAt) : closed;
  const fields = (await listFields(ctx)).data.flatMap(({ key, name }): (readonly [string, string])[] => {
    const value = contact.attributes[key];
    return value === undefined || value === '' ? [] : [[name, String(value)]];
  });
  const { email, phone } = contact;
  const labels = conversation.labels.map(({ name }) => name);
  const described = describeConversation({
    business: { name, profile },
    contact: { name: contact.name, email, phone, labels, fields },
    ...{ messages, closings, timeZone },
  });
  return { ...described, conversation, contactId };
}

/** Returns what tasks for the model see of a conversation that was read. */
export function describeConversation({
  business: { name, profile },
  contact,
  messages,
  closings,
  timeZone,
}: {
  business: { name: string; profile: string };
  contact: {
    name: string;
    email: string | null;
    phone: string | null;
    labels: readonly string[];
    fields: readonly (readonly [name: string, value: string])[];
  };
  messages: NumberedMessage[];
  closings: readonly { at: Date; name: string | null }[];
  timeZone: string;
}): DescribedConversation {
  const { labels, fields, email, phone } = contact;
  const theirs = lastTexts(messages, ({ direction }) => direction === 'inbound');
  const ours = lastTexts(
    messages,
    ({ direction, authorId }) => direction === 'outbound' && authorId !== null,
  );
  const language = answerLanguage(theirs, ours);
  const card = { name: contact.name, language, labels, fields };
  return {
    ...{ messages, language, timeZone, isBrief: isShort(theirs) },
    businessName: name,
    phone,
    system: rulesPrompt({ name, profile }),
    rules: fixedRules(name),
    prefix: conversationPrompt(card, linesOf(messages, closings), timeZone).text,
    facts: [
      // Most names are those that customers have given themselves.
      { text: contact.name, isFromCustomer: true },
      ...[email ?? '', phone ?? '', ...fields.map(([, value]) => value), profile, name],
    ].filter((fact) => fact !== ''),
    medianLength: medianOf(messages),
  };
}

/** Returns the name and the profile of the workspace. */
export async function businessOf(ctx: Context): Promise<{ name: string; profile: string }> {
  const tenant = await findTenant(ctx, ctx.scope.key);
  return { name: tenant?.name ?? '', profile: (await assistSettings(ctx)).profile };
}

function linesOf(
  messages: readonly NumberedMessage[],
  closings: readonly { at: Date; name: string | null }[],
): ChatLine[] {
  const lines = messages.map((message): ChatLine => {
    const { number, createdAt: at, direction, authorId } = message;
    const by = direction === 'inbound' ? 'customer' : authorId ? 'us' : 'program';
    return { is: 'message', number, by, text: textOf(message), at };
  });
  const events = closings.map(({ at, name }): ChatLine => {
    return { is: 'event', text: name === null ? 'closed' : `closed by ${name}`, at };
  });
  return [...lines, ...events].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Returns what a message says in a prompt: its text after what it is, where it is not plain text. */
export function textOf({ type, text, isRevoked }: MessageForPrompt): string {
  if (isRevoked) return '(deleted)';
  return [PLACEHOLDERS[type], text].filter(Boolean).join(' ') || `(${type})`;
}

/** Returns the last texts of one side, which say its language together. */
function lastTexts(
  messages: readonly NumberedMessage[],
  isTheirs: (message: NumberedMessage) => boolean,
): string {
  return messages
    .filter((message) => message.text && isTheirs(message))
    .slice(-5)
    .map(({ text }) => text)
    .join('\n');
}

function medianOf(messages: readonly NumberedMessage[]): number | null {
  const lengths = messages
    .flatMap(({ direction, authorId, text }) =>
      direction === 'outbound' && authorId && text ? [text.length] : [],
    )
    .sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)] ?? null;
}
