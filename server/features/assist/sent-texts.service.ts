import type { AnswerStart } from '../../../shared/contract/assist/assist.contract.ts';
import {
  ASSIST_LANGUAGES,
  type AssistLanguage,
  BEGINNINGS,
  type Beginning,
} from '../../../shared/domain/assist/features.ts';
import { isCorrection } from '../../../shared/domain/assist/text/corrections.ts';
import { languageOf } from '../../../shared/domain/assist/text/language.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { findRow } from '../../kernel/tenancy/rows.ts';
import { countOutcome } from './outcomes.repository.ts';
import {
  addSentText,
  countSentText,
  removeSentText,
  type SentText,
  startSentText,
  takeTextBefore,
  waitingSince,
} from './sent-texts.repository.ts';

/** A text that a person sends from the inbox. */
interface Sending {
  conversationId: Buffer;
  contactId: Buffer;
  text: string;
  /** What the screen knows of its beginning. */
  assist: AnswerStart | undefined;
  /** Whether it was written with a saved reply that was suggested. */
  isSuggestedReply: boolean;
  /** When it is sent, if not now; `isChosen`: the person chose the time. */
  later: { at: Date; isChosen: boolean } | null;
}

/**
 * Returns what counts, with the message of a person, whether its text began as a suggestion and how long the customer has
 * waited (decision 0399). Nothing is counted by person, and nothing about simulated customers. Must be called before the
 * message is stored.
 */
export async function noteSentText(
  ctx: ChangeContext,
  { conversationId, contactId, text, assist, isSuggestedReply, later }: Sending,
): Promise<((messageId: Buffer) => Promise<void>) | null> {
  const contact = await findRow(ctx, 'contact', { columns: ['phone'], where: { id: contactId } });
  if (isSimulatedPhone(contact?.phone)) return null;
  const began = isSuggestedReply ? ({ feature: 'replies', model: '' } as const) : assist?.began;
  const language = languageOf(text);
  const since = later?.isChosen ? null : await waitingSince(ctx, conversationId);
  return async (messageId) => {
    const sent: SentText = {
      ...{ messageId, contactId, feature: began?.feature ?? '', model: began?.model ?? '' },
      language: language === 'unknown' ? 'other' : language,
      wasShown: assist?.isShown ?? false,
      waitingSince: since,
    };
    if (later || began)
      await addSentText(ctx, sent, { sentAt: later?.at ?? ctx.clock.now(), isSent: !later });
    if (!later) await count(ctx, sent, text);
  };
}

/** Counts a text that waited for its time, when it is sent. */
export async function countStartedText(ctx: ChangeContext, messageId: Buffer): Promise<void> {
  const started = await startSentText(ctx, messageId);
  if (!started) return;
  await count(ctx, started, started.text);
  // Own words are kept no longer than they wait.
  if (started.feature === '') await removeSentText(ctx, messageId);
}

/** Counts that a text which began as a suggestion was changed or deleted after it was sent, within a day. */
export async function countTakenBack(ctx: ChangeContext, messageId: Buffer): Promise<void> {
  const text = await removeSentText(ctx, messageId);
  if (text) await countAs(ctx, 'corrected', text);
}

async function count(ctx: ChangeContext, sent: SentText, text: string): Promise<void> {
  await countSentText(ctx, sent);
  await countAs(ctx, 'sent', sent);
  const before = await takeTextBefore(ctx, sent);
  if (before && isCorrection(text)) await countTakenBack(ctx, before.messageId);
}

async function countAs(
  ctx: ChangeContext,
  outcome: 'sent' | 'corrected',
  { feature, language, model }: Pick<SentText, 'feature' | 'language' | 'model'>,
): Promise<void> {
  if (!isBeginning(feature)) return;
  const counted = isLanguage(language) ? language : 'other';
  await countOutcome(ctx, { feature, outcome, language: counted, model, contactId: null });
}

const isBeginning = (name: string): name is Beginning => BEGINNINGS.some((one) => one === name);
const isLanguage = (name: string): name is AssistLanguage => ASSIST_LANGUAGES.some((one) => one === name);
