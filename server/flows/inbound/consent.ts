import { z } from 'zod';
import type { MarketingState } from '../../../shared/domain/contact-status.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { changeMarketing, findSender, lockContact } from '../../features/contacts/index.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { Notice } from '../../platform/inbound/callback.ts';
import type { InboundMessage } from '../../platform/inbound/parse-inbound.ts';
import { storeOutbound } from '../outbound/store-outbound.ts';

/** What customers write to stop or resume marketing (decision 0282). A message counts if it is nothing but the word. */

type Consent = Exclude<MarketingState, 'unknown'>;
type ReplyLanguage = keyof typeof REPLIES;

const REPLIES = {
  en: {
    unsubscribed:
      'You will no longer receive marketing messages from us. Reply START if you want to receive them again.',
    subscribed: 'You will receive our marketing messages again. Reply STOP at any time to end them.',
  },
  pt: {
    unsubscribed:
      'Você não receberá mais mensagens de marketing. Se quiser voltar a recebê-las, responda INSCREVER.',
    subscribed: 'Você voltará a receber nossas mensagens de marketing. Para cancelar, responda PARAR.',
  },
  es: {
    unsubscribed: 'Ya no recibirás mensajes de marketing. Si quieres volver a recibirlos, responde ALTA.',
    subscribed: 'Volverás a recibir nuestros mensajes de marketing. Para cancelarlos, responde BAJA.',
  },
} as const;

/**
 * The words in lower case without accents, with the languages that they belong to. Words that customers also use about
 * an order or in a menu, such as "cancel" and "end", are none.
 */
const WORDS: Readonly<Record<string, { means: Consent; languages: readonly ReplyLanguage[] }>> = {
  ...words('unsubscribed', ['en', 'pt', 'es'], ['stop']),
  ...words(
    'unsubscribed',
    ['en'],
    ['unsubscribe', 'stop all', 'stopall', 'opt out', 'optout', 'stop promotions'],
  ),
  ...words('unsubscribed', ['pt', 'es'], ['parar']),
  ...words('unsubscribed', ['pt'], ['pare', 'sair', 'descadastrar', 'cancelar inscricao', 'parar promocoes']),
  ...words('unsubscribed', ['es'], ['baja', 'darme de baja', 'cancelar suscripcion', 'detener promociones']),
  ...words('subscribed', ['en', 'pt', 'es'], ['start']),
  ...words('subscribed', ['en'], ['unstop', 'subscribe', 'opt in', 'optin']),
  ...words('subscribed', ['pt'], ['inscrever', 'quero receber', 'retomar']),
  ...words('subscribed', ['es'], ['alta', 'suscribir', 'suscribirme', 'quiero recibir', 'reanudar']),
};

function words(means: Consent, languages: readonly ReplyLanguage[], list: readonly string[]) {
  return Object.fromEntries(list.map((word) => [word, { means, languages }]));
}

/** Country codes of numbers whose owners most likely read a language. */
const COUNTRIES: readonly (readonly [ReplyLanguage, readonly string[]])[] = [
  ['pt', ['55', '351', '244', '258', '238', '245', '239']],
  [
    'es',
    [
      ...['34', '51', '52', '53', '54', '56', '57', '58', '502', '503', '504', '505', '506', '507'],
      ...['591', '593', '595', '598', '240', '1787', '1809', '1829', '1849', '1939'],
    ],
  ],
];

/** Returns the language that the owner of a number most likely reads; undefined for one of another country. */
export function languageOfNumber(phone: string | null): ReplyLanguage | undefined {
  return COUNTRIES.find(([, codes]) => codes.some((code) => phone?.startsWith(code)))?.[0];
}

/** The longest word, with room for punctuation. */
const LENGTH_MAX = 40;
/** An answer that waits longer than this would surprise. */
const EXPIRY_HOURS = 24;

/** Returns what a text asks for, if it is nothing but such a word, and the language to answer in; else null. */
export function readConsent(
  text: string | null,
  phone: string | null,
): { means: Consent; language: ReplyLanguage } | null {
  if (text === null || text.length > LENGTH_MAX) return null;
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const spaced = bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const known = Object.hasOwn(WORDS, spaced) ? WORDS[spaced] : undefined;
  if (!known) return null;
  const { means, languages } = known;
  const own = languageOfNumber(phone);
  const [first = 'en'] = languages;
  return { means, language: own !== undefined && languages.includes(own) ? own : first };
}

/**
 * Applies the word in a customer's message to their contact, and returns the text to answer; null for any other message,
 * and for a word that changes nothing. A word to resume counts only for customers who had stopped.
 */
export async function takeConsent(
  ctx: ChangeContext,
  contact: Pick<ContactRow, 'id' | 'phone'>,
  { type, words: { content }, facts, sentAt, isNotice }: InboundMessage,
): Promise<string | null> {
  const isOwnText = (type === 'text' || type === 'button') && !isNotice && !facts?.group;
  const read = isOwnText ? readConsent(content, contact.phone) : null;
  if (!read) return null;
  const { means, language } = read;
  const before = await lockContact(ctx, contact.id);
  if (!before || (means === 'subscribed' && before.marketing !== 'unsubscribed')) return null;
  if (!(await changeMarketing(ctx, before, means, { at: sentAt, source: 'customer' }))) return null;
  return before.isBlocked ? null : REPLIES[language][means];
}

/** Answers a customer's word in their conversation, whose row is locked. */
export async function answerConsent(
  ctx: ChangeContext,
  conversation: { id: Buffer; contactId: Buffer; lastMessageAt: Date },
  text: string,
): Promise<void> {
  await storeOutbound(ctx, {
    conversation,
    content: { ...NO_CONTENT, type: 'text', content: text },
    warnings: [],
    expiryHours: EXPIRY_HOURS,
    origin: 'consent',
  });
}

const CHOICES: Readonly<Record<string, Consent>> = { stop: 'unsubscribed', resume: 'subscribed' };
const PreferencesSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.coerce.string() }),
  user_preferences: z
    .array(
      z.looseObject({
        wa_id: z.coerce.string().optional(),
        user_id: z.string().optional(),
        category: z.string(),
        value: z.string(),
        timestamp: z.coerce.number().optional(),
      }),
    )
    .max(1_000),
});

/**
 * The choices that customers make in the app of the platform: to stop or resume the marketing of this business. One of
 * a person who is not known here changes nothing.
 */
export const consentNotices: Readonly<Record<string, (ctx: Context, notice: Notice) => Promise<void>>> = {
  user_preferences: async (ctx, { value, time }) => {
    const own = await connectedNumberId(ctx);
    const { user_preferences: preferences } = PreferencesSchema.refine(
      ({ metadata }) => metadata.phone_number_id === own,
      {
        path: ['metadata', 'phone_number_id'],
        message: 'is not the number that this workspace has connected',
      },
    ).parse(value);
    for (const { wa_id: phone, user_id: userId, category, value: choice, timestamp } of preferences) {
      const means = Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined;
      if (category !== 'marketing_messages' || !means) continue;
      const seconds = timestamp ?? time;
      const now = ctx.clock.now();
      const at = seconds === null ? now : new Date(Math.min(seconds * 1_000 + 999, now.getTime()));
      await inTransaction(ctx, async (ctx) => {
        const contact = await findSender(ctx, { phone: phone ?? null, userId: userId ?? null });
        const before = contact && (await lockContact(ctx, contact.id));
        if (before) await changeMarketing(ctx, before, means, { at, source: 'platform' });
      });
    }
  },
};
