import type { ReviewFinding } from '../../../../shared/contract/assist/own-review.contract.ts';
import type { ModelState } from '../../../../shared/domain/assist/model-state.ts';
import {
  isReviewerTrusted,
  REVIEW_ANSWERS_MAX,
  REVIEW_DAYS,
  REVIEW_JUDGED_DAYS,
  type ReviewerState,
} from '../../../../shared/domain/assist/review.ts';
import { isThanks } from '../../../../shared/domain/assist/text/thanks.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { cutText } from '../../../../shared/domain/text.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { localDayOf } from '../../../../shared/domain/time/time-zones.ts';
import { countOutcome, readResults } from '../../../features/assist/index.ts';
import { responseRulesOf } from '../../../features/conversations/index.ts';
import { findReadyWorker } from '../../../features/inference/index.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { callForJson } from '../call-model.ts';
import { type DerivedKey, findDerived, replaceDerived, storeDerived } from '../derived-texts.repository.ts';
import { requireOn } from '../emit-text.ts';
import { countedLanguage, detectLanguage } from '../languages.ts';
import { rulesPrompt } from '../prompts/conversation-prompt.ts';
import { REVIEW_NOTES_MAX, reviewTask } from '../prompts/tasks.ts';
import { isOffered } from '../qualification/offered.ts';
import { businessOf } from '../read-conversation.ts';
import { closedQuestion, type Exchange, exchangesOf, isAnsweredBy, lateBy, textOfAll } from './exchanges.ts';
import { checkedMistakes, type Mistake, ReviewAnswerSchema } from './find-mistakes.ts';
import { contactWrittenTo, ownConversations, reviewedMessages } from './own-review.repository.ts';

/**
 * The review of one's own answers (decision 0397). It starts with a member who asks, reads what this member wrote, and answers
 * nobody else: there is no list of members, and nothing is counted by person.
 */

/** A person waits for it, and others come first. */
const AHEAD = { requestClass: 2, deadlineMs: 60_000 } as const;
const TEXT_MAX = 600;

/** Returns the saved replies that fit a question; null while a server that has just started reads them. */
export type FindReplies = (
  ctx: Context,
  question: string,
  limit: number,
) => Promise<{ title: string; text: string }[] | null>;

/** What is kept of an answer that the model has looked at: its mistakes, with what the member said about each. */
type KeptMistake = Mistake & { isRight: boolean | null };

/** Returns what rules find in the caller's answers of the last days, and which of them the model can look at. */
export async function getOwnReview(ctx: Context) {
  const me = callerKey(ctx);
  await requireOn(ctx, 'review');
  const rules = await responseRulesOf(ctx);
  const { exchanges, isCut } = await exchangesWith(ctx, me, null);
  const findings = exchanges.flatMap((exchange): ReviewFinding[] => {
    const late = lateBy(me, exchange, rules);
    const open = closedQuestion(me, exchange);
    const [question, answer] = [open ?? exchange.asked[0], exchange.answers[0]];
    if (!question || !(late || open)) return [];
    return [
      {
        ...evidenceOf(exchange, open ? [open] : exchange.asked),
        ...{ kind: open ? 'unanswered' : 'late', messageId: encodeId('message', question.id) },
        at: (answer ?? question).createdAt.toISOString(),
        ...{ quote: null, note: null, byModel: null },
        ...{ waitedMinutes: late?.waited ?? null, targetMinutes: late?.target ?? null },
      },
    ];
  });
  const answers = exchanges.filter((exchange) => isForModel(me, exchange)).sort(newestFirst);
  return {
    hasTargets: rules.firstResponseMinutes !== null || rules.nextResponseMinutes !== null,
    reviewer: await reviewerOf(ctx),
    findings: findings.sort((one, other) => other.at.localeCompare(one.at)),
    answers: answers.slice(0, REVIEW_ANSWERS_MAX).flatMap(({ answers: [first] }) => {
      return first ? [encodeId('message', first.id)] : [];
    }),
    isComplete: answers.length <= REVIEW_ANSWERS_MAX && !isCut,
  };
}

/**
 * Lets the model look at an answer of the caller.
 * @throws {AppError} message_not_found where the caller has not written it in these days; forbidden.
 */
export async function lookAtAnswer(
  ctx: Context,
  id: string,
  findReplies: FindReplies,
): Promise<{ state: ModelState; findings: ReviewFinding[] }> {
  const own = await ownAnswer(ctx, id, findReplies);
  const reviewer = await reviewerOf(ctx);
  if (reviewer === 'not_offered' || reviewer === 'not_trusted')
    throw new AppError('forbidden', {
      message:
        'This feature is not offered with the model that is loaded. The Model page shows what was measured.',
    });
  if (!own) return { state: 'busy', findings: [] };
  const { exchange, read, key } = own;
  const known = await findDerived<KeptMistake[]>(ctx, key);
  if (known) return { state: 'ok', findings: findingsOf(exchange, known.value) };

  const task = reviewTask(read);
  const language = detectLanguage(read.answer);
  const answer = await callForJson(
    ctx,
    {
      ...{ ...AHEAD, system: rulesPrompt(await businessOf(ctx)), prompt: task.text, schema: task.schema },
      ...{ maxTokens: task.maxTokens, temperature: task.temperature, language: null },
      ...(language !== null && { readLanguage: language }),
    },
    ReviewAnswerSchema,
  );
  if (answer.state !== 'ok') return { state: answer.state, findings: [] };
  const mistakes = checkedMistakes(answer.value, read).map(
    (mistake): KeptMistake => ({ ...mistake, isRight: null }),
  );
  const { contactId } = exchange.conversation;
  await storeDerived(ctx, key, {
    ...{ contactId, value: mistakes, model: answer.model },
    messageIds: [...exchange.asked, ...exchange.answers].map(({ id }) => id),
  });
  return { state: 'ok', findings: findingsOf(exchange, mistakes) };
}

/**
 * Counts what the caller says about a finding, once: for the model, and without the caller. Nothing else is counted of a review:
 * in a small team, how often something was found would be a figure of a person.
 */
export async function judgeFinding(
  ctx: Context,
  id: string,
  { number, isRight }: { number: number; isRight: boolean },
  findReplies: FindReplies,
): Promise<{ isCounted: boolean }> {
  const own = await ownAnswer(ctx, id, findReplies);
  if (!own) return { isCounted: false };
  const { exchange, read, key } = own;
  return inTransaction(ctx, async (ctx) => {
    const known = await findDerived<KeptMistake[]>(ctx, key, true);
    const mistake = known?.value[number];
    if (!known || !mistake || mistake.isRight !== null) return { isCounted: false };
    await replaceDerived(
      ctx,
      key,
      known.value.map((one, at) => (at === number ? { ...one, isRight } : one)),
    );
    await countOutcome(ctx, {
      feature: 'review',
      ...{ language: countedLanguage(detectLanguage(read.answer)), model: known.model },
      ...{ outcome: isRight ? 'unedited' : 'dismissed', contactId: exchange.conversation.contactId },
    });
    return { isCounted: true };
  });
}

/** Returns whether the model that is loaded may look at answers, and why not. */
async function reviewerOf(ctx: Context): Promise<ReviewerState> {
  const worker = await findReadyWorker(ctx);
  if (typeof worker === 'string') return 'away';
  if (!(await isOffered(ctx, 'review'))) return 'not_offered';
  const results = await readResults(ctx, REVIEW_JUDGED_DAYS);
  const its = results.find(
    ({ feature, model, isTest }) => feature === 'review' && model === worker.model.slice(0, 100) && !isTest,
  );
  const judged = { right: its?.outcomes.unedited ?? 0, wrong: its?.outcomes.dismissed ?? 0 };
  return isReviewerTrusted(judged) ? 'ready' : 'not_trusted';
}

/** Returns an answer of the caller with what it is compared with; null while that is read after a start. */
async function ownAnswer(ctx: Context, id: string, findReplies: FindReplies) {
  const me = callerKey(ctx);
  const key = tryDecodeId('message', id);
  const contactId = key && (await contactWrittenTo(ctx, { me, id: key, since: sinceOf(ctx) }));
  if (!key || !contactId) throw new AppError('message_not_found');
  await requireOn(ctx, 'review', contactId);
  const { exchanges } = await exchangesWith(ctx, me, contactId);
  const exchange = exchanges.find((one) => one.answers[0]?.id.equals(key) && isForModel(me, one));
  if (!exchange) throw new AppError('message_not_found');
  const asked = exchange.asked.map(({ text }) => text ?? '');
  const question = textOfAll(exchange.asked);
  const answer = textOfAll(exchange.answers);
  // A reply that says it differently is like the answer, whatever was asked.
  const found = [
    await findReplies(ctx, answer, REVIEW_NOTES_MAX - 1),
    await findReplies(ctx, question, REVIEW_NOTES_MAX),
  ];
  if (found.includes(null)) return null;
  const both = found.flatMap((replies) => replies ?? []);
  const notes = both
    .filter(({ text }, at) => both.findIndex((other) => other.text === text) === at)
    .slice(0, REVIEW_NOTES_MAX);
  const { hours } = await responseRulesOf(ctx);
  const { profile } = await businessOf(ctx);
  const at = exchange.answers[0]?.createdAt ?? ctx.clock.now();
  const read = { asked, answer, notes, profile, today: localDayOf(at, hours?.timeZone ?? 'UTC') };
  const derived: DerivedKey = {
    ...{ kind: 'review', subjectId: key, language: '', basis: JSON.stringify(read) },
  };
  return { exchange, read, key: derived };
}

async function exchangesWith(ctx: Context, me: Buffer, contactId: Buffer | null) {
  const since = sinceOf(ctx);
  const conversations = await ownConversations(ctx, { me, since, contactId });
  const { messages, isCut } = await reviewedMessages(ctx, conversations, since);
  return { exchanges: exchangesOf(conversations, messages), isCut };
}

const sinceOf = ({ clock }: Context) => new Date(clock.now().getTime() - REVIEW_DAYS * DAY_MS);

/** Whether the model can look at an exchange: all of the answer is the member's, and there was something to answer. */
function isForModel(me: Buffer, exchange: Exchange): boolean {
  const question = textOfAll(exchange.asked);
  const isText = question !== '' && !question.split('\n').every(isThanks);
  return isText && isAnsweredBy(me, exchange) && textOfAll(exchange.answers) !== '';
}

function newestFirst(one: Exchange, other: Exchange): number {
  return Number(other.answers[0]?.createdAt) - Number(one.answers[0]?.createdAt);
}

/** Returns what every finding of an exchange shows, with these messages of the customer. */
function evidenceOf({ conversation, answers }: Exchange, asked: Exchange['asked']) {
  return {
    conversationId: encodeId('conversation', conversation.id),
    contactName: conversation.contactName,
    question: cutText(textOfAll(asked), TEXT_MAX),
    answer: answers.length === 0 ? null : cutText(textOfAll(answers), TEXT_MAX),
  };
}

/** Returns the findings of the model in an exchange, without those that the member has called wrong. */
function findingsOf(exchange: Exchange, mistakes: readonly KeptMistake[]): ReviewFinding[] {
  const [first] = exchange.answers;
  if (!first) return [];
  return mistakes.flatMap((mistake, number): ReviewFinding[] => {
    const message = exchange.asked[mistake.kind === 'unanswered' ? mistake.at : 0];
    if (mistake.isRight === false || !message) return [];
    return [
      {
        ...evidenceOf(exchange, exchange.asked),
        ...{ kind: mistake.kind, messageId: encodeId('message', message.id), quote: mistake.quote },
        note: mistake.kind === 'fact' ? mistake.note : null,
        at: first.createdAt.toISOString(),
        ...{ waitedMinutes: null, targetMinutes: null },
        byModel: { answerId: encodeId('message', first.id), number, isRight: mistake.isRight },
      },
    ];
  });
}

/** Returns the key of the member who asks. A program has no answers of its own. @throws {AppError} forbidden */
function callerKey({ actor }: Context): Buffer {
  if (actor?.kind !== 'user') throw new AppError('forbidden');
  return decodeId(actor.id);
}
