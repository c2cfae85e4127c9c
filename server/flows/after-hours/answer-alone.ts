import type { AssistOutcome } from '../../../shared/domain/assist/features.ts';
import { findSensitive } from '../../../shared/domain/assist/text/sensitive.ts';
import { firstName } from '../../../shared/domain/saved-reply.ts';
import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { countOutcome, modeOf } from '../../features/assist/index.ts';
import {
  BURST_MAX,
  burstOf,
  countedLanguage,
  isSure,
  type LearnedOf,
  type LearnedReplies,
  latestMessages,
  mayAnswerAlone,
} from '../../features/assist/retrieval/index.ts';
import { isConnected } from '../../features/channel/index.ts';
import { findContact } from '../../features/contacts/index.ts';
import { lockWorkState, openConversation, responseRulesOf } from '../../features/conversations/index.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId } from '../../kernel/ids.ts';
import { findRow } from '../../kernel/tenancy/rows.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { storeOutbound } from '../outbound/store-outbound.ts';
import { closeCase, handledSince, type LeftBecause, lockCase } from './after-hours.repository.ts';
import { automaticText, wantsPerson } from './automatic-text.ts';

const HOUR_MS = 3_600_000;
/** A member who was there lately may be there again. */
const TOUCHED_HOURS = 12;
/** The next conversation of a contact begins on another day. */
const ANSWERED_HOURS = 24;
/** What a server that was down finds later would surprise the customer. */
const LATE_MS = 30 * 60_000;
/** An automatic answer that waits longer than this would surprise. */
const EXPIRY_HOURS = 4;
const WAIT_MS = 5_000;

/**
 * Decides one message that came outside business hours, and answers it, in one transaction with its row: a server that
 * is killed at any point has done all of it or nothing, and the locked row keeps two servers from doing it both.
 * Returns whether an answer was stored; null: the workspace is still learning.
 */
export async function answerAlone(
  ctx: Context,
  learnedOf: LearnedOf<LearnedReplies>,
  messageId: Buffer,
): Promise<boolean | null> {
  const learned = await learnedOf(ctx, WAIT_MS);
  if (!learned) return null;
  // Read before the transaction; inside, it would wait for a second connection.
  const hasAccount = await isConnected(ctx);
  return inTransaction(ctx, async (ctx) => {
    const found = await lockCase(ctx, messageId);
    if (!found) return false;
    const outcome = await decide(ctx, { ...found, learned, hasAccount });
    await closeCase(ctx, messageId, outcome);
    return typeof outcome === 'object';
  });
}

interface Case {
  contactId: Buffer;
  createdAt: Date;
  learned: LearnedReplies;
  hasAccount: boolean;
}

async function decide(
  ctx: ChangeContext,
  { contactId, createdAt, learned, hasAccount }: Case,
): Promise<{ savedReplyId: Buffer; answerId: Buffer } | LeftBecause> {
  const now = ctx.clock.now();
  const mode = await modeOf(ctx, 'afterHours', contactId);
  if (mode === 'off') return 'off';
  if (now.getTime() - createdAt.getTime() > LATE_MS) return 'late';
  if (!hasAccount) return 'not_connected';
  const { hours } = await responseRulesOf(ctx);
  if (isOpenAt(now, hours)) return 'open';
  const contact = await findContact(ctx, contactId);
  if (!contact || contact.isBlocked) return 'blocked';
  const conversation = await openConversation(ctx, contactId);
  const state = await lockWorkState(ctx, conversation.id);
  const { isTouched, isAnswered } = await handledSince(ctx, contactId, {
    touchedSince: new Date(now.getTime() - TOUCHED_HOURS * HOUR_MS),
    answeredSince: new Date(now.getTime() - ANSWERED_HOURS * HOUR_MS),
  });
  if (isAnswered) return 'answered_before';
  // An answer of any kind has ended the wait.
  const isWaiting = state?.status === 'open' && state.waitingSince !== null;
  if (isTouched || !isWaiting || state.assigneeId) return 'handled';
  const burst = burstOf(await latestMessages(ctx, contactId, BURST_MAX + 3));
  if (!burst) return 'handled';
  const isTest = mode === 'shadow';
  const count = (outcome: AssistOutcome) => {
    return countOutcome(ctx, {
      ...{ feature: 'afterHours', outcome, language: countedLanguage(burst.text), model: '' },
      ...{ isTest, contactId },
    });
  };
  // A customer waits whom nobody serves: an answer is possible.
  await count('eligible');
  const answer = await answerTo(ctx, burst.text, { contact, conversation, learned, hours });
  if (typeof answer === 'string') {
    await count('gated');
    return answer;
  }
  await count(isTest ? 'ready' : 'shown');
  // Left to a person.
  if (isTest) return 'off';
  const message = await storeOutbound(ctx, {
    conversation,
    content: { ...NO_CONTENT, type: 'text', content: answer.text },
    ...{ warnings: [], expiryHours: EXPIRY_HOURS, origin: 'automation' },
  });
  return { savedReplyId: answer.savedReplyId, answerId: decodeId(message.id) };
}

/** Returns the answer to what a customer wrote, or why it is left to a person. */
async function answerTo(
  ctx: ChangeContext,
  question: string,
  {
    contact,
    conversation,
    learned: { retrieval, replies },
    hours,
  }: {
    contact: ContactRow;
    conversation: Awaited<ReturnType<typeof openConversation>>;
    learned: LearnedReplies;
    hours: Awaited<ReturnType<typeof responseRulesOf>>['hours'];
  },
): Promise<{ savedReplyId: Buffer; text: string } | LeftBecause> {
  const now = ctx.clock.now();
  if (wantsPerson(question)) return 'person_wanted';
  if (findSensitive(question).length > 0) return 'sensitive';
  const [first, second] = retrieval.rank(question);
  if (!first || !isSure(retrieval.gate, { first: first.score, second: second?.score ?? 0 })) return 'unsure';
  const known = replies[first.reply];
  const reply =
    known && (await findRow(ctx, 'savedReply', { where: { id: known.id, answersAlone: 1 }, isLocked: true }));
  const rehearsal = retrieval.alone[first.reply];
  // What it says may have changed since it was learned; then the stamp has too, and the next message is judged by it.
  if (!reply || reply.content !== known.content || !rehearsal || !mayAnswerAlone(rehearsal))
    return 'not_allowed';
  if (!isWindowOpen(windowExpiresAt(conversation.lastInboundAt), now)) return 'late';
  const text = automaticText(reply.content, {
    ...{ question, values: await valuesOf(ctx, contact), hours, now },
  });
  return text === null ? 'not_allowed' : { savedReplyId: reply.id, text };
}

async function valuesOf(ctx: ChangeContext, contact: Pick<ContactRow, 'name'>) {
  const workspace = await workspaceName(ctx);
  // A contact without a name has its number for one, which is no way to address a customer.
  const name = /\p{L}/u.test(contact.name) ? contact.name : '';
  return {
    'contact.name': name,
    'contact.first_name': firstName(name),
    'agent.name': workspace,
    'workspace.name': workspace,
  };
}
