import { type CountedOutcome, countOutcome, modeOf } from '../../../features/assist/index.ts';
import type { LearnedOf, LearnedReplies } from '../../../features/assist/retrieval/index.ts';
import type { Context, Resources } from '../../../kernel/context/context.ts';
import { operatorContext } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { createRounds } from '../../../kernel/queue/rounds.ts';
import { mintTenantScope } from '../../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { SearchKnowledge } from '../knowledge.ts';
import { countedLanguage } from '../languages.ts';
import { isOffered } from '../qualification/offered.ts';
import { readConversation } from '../read-conversation.ts';
import { draftBudget, spendDraftTime } from './draft-time.repository.ts';
import { hasClearReply, withheldFor } from './gate.ts';
import { AHEAD, prepareDraft, readAhead } from './prepare-draft.ts';
import {
  type DueDraft,
  dropDraft,
  dropStaleDrafts,
  dueDrafts,
  leaveDraft,
  storeDraft,
  storeWithheld,
  takeDraft,
} from './prepared-drafts.repository.ts';

const EVERY_MS = 1_000;
const LOOKED_AT = 50;
const MINUTE_MS = 60_000;
/** A draft that could not begin for so long comes too late for the person who answers. */
const STALE_MS = 2 * MINUTE_MS;

/** Who has a conversation on the screen, and who of them types. */
export type PeopleIn = (scope: TenantScope, conversationId: string) => readonly { state: string }[];

export interface DraftWorkerParts {
  searchKnowledge: SearchKnowledge;
  learnedReplies: LearnedOf<LearnedReplies>;
  peopleIn: PeopleIn;
  /** Drafts that this server begins in a minute. What comes above that is left out, the newest on a screen last. */
  perMinute: number;
  /** How long the model may work on drafts in a day, for all servers and workspaces together. */
  msPerDay: number;
}

/**
 * Creates the worker that prepares replies. Any number of servers may run it: each draft is taken by one. A server that
 * stops ends its call of the model and leaves the draft to the next one; a server that is killed loses the draft that it works
 * on, and nothing waits for it.
 */
export function createDraftWorker(
  resources: Resources,
  { searchKnowledge, learnedReplies, peopleIn, perMinute, msPerDay }: DraftWorkerParts,
) {
  const running = new Map<string, AbortController>();
  let begun: number[] = [];
  /** Since the start of this server. */
  const totals = { workedMs: 0, leftOut: 0 };

  function isOnScreen({ tenantId, conversationId }: DueDraft): boolean {
    return peopleIn(mintTenantScope(tenantId), encodeId('conversation', conversationId)).length > 0;
  }

  async function round(isStopping: () => boolean, stopping: AbortSignal): Promise<void> {
    await dropStaleDrafts(resources.db, STALE_MS);
    const due = await dueDrafts(resources.db, LOOKED_AT);
    const inOrder = [...due.filter(isOnScreen), ...due.filter((draft) => !isOnScreen(draft))];
    for (const draft of inOrder) {
      if (isStopping()) return;
      const ctx = operatorContext(resources, mintTenantScope(draft.tenantId));
      const now = performance.now();
      begun = begun.filter((at) => now - at < MINUTE_MS);
      const isLate = ctx.clock.now().getTime() - draft.dueAt.getTime() > STALE_MS;
      if (isLate) await dropDraft(ctx, draft);
      if (isLate || begun.length >= perMinute) continue;
      if (!(await draftBudget(ctx, msPerDay)).isLeft) {
        await dropDraft(ctx, draft);
        totals.leftOut += 1;
        continue;
      }
      if (!(await takeDraft(ctx, draft))) continue;
      begun.push(now);
      const abort = new AbortController();
      const key = draft.conversationId.toString('hex');
      running.set(key, abort);
      try {
        const outcome = await prepare(ctx, draft, AbortSignal.any([abort.signal, stopping]), stopping);
        if (outcome === 'left') await leaveDraft(ctx, draft);
        else if (outcome === 'none') await dropDraft(ctx, draft);
      } catch (error) {
        // Nothing of a conversation goes into the log: an error of the database can quote a statement.
        resources.log.warn(
          { code: (error as { code?: unknown }).code ?? 'unknown' },
          'a draft could not be prepared',
        );
        await dropDraft(ctx, draft);
      } finally {
        running.delete(key);
      }
    }
  }

  /** Returns what is to become of a draft: `left`, as if it had not been taken, because the server stops. */
  async function prepare(
    ctx: Context,
    draft: DueDraft,
    signal: AbortSignal,
    stopping: AbortSignal,
  ): Promise<'stored' | 'none' | 'left'> {
    if ((await modeOf(ctx, 'drafts', draft.contactId)) === 'off') return 'none';
    if (!(await isOffered(ctx, 'drafts'))) return 'none';
    const conversationId = encodeId('conversation', draft.conversationId);
    const read = await readConversation(ctx, conversationId);
    const isTyping = peopleIn(ctx.scope, conversationId).some(({ state }) => state === 'replying');
    const now = ctx.clock.now();
    const withheld =
      withheldFor(read, { messageId: draft.messageId, now, isTyping }) ??
      ((await hasClearReply(ctx, learnedReplies, read)) ? 'reply' : null);
    // Not even read ahead: nobody will write here.
    if (withheld === 'answered' || withheld === 'blocked' || withheld === 'window') return 'none';
    const startedAt = performance.now();
    const ahead = await readAhead(ctx, read, { ...AHEAD, signal, conversationId });
    const prepared =
      withheld !== null || ahead.state !== 'ok'
        ? null
        : await prepareDraft(ctx, read, {
            // What was answered to others may name them: only saved replies go into a draft.
            notesFor: (question, limit) => searchKnowledge(ctx, question, limit, 'reply'),
            call: { ...AHEAD, signal, conversationId },
          });
    if (ahead.model !== null) {
      const workedMs = performance.now() - startedAt;
      totals.workedMs += workedMs;
      await spendDraftTime(ctx, workedMs);
    }
    const isEnded = ahead.state === 'stopped' || (prepared?.state === 'none' && prepared.call === 'stopped');
    // Nothing of it is counted: the next server counts it.
    if (isEnded && stopping.aborted) return 'left';
    const counted: Omit<CountedOutcome, 'outcome'> = {
      ...{ feature: 'drafts', language: countedLanguage(read.language), model: ahead.model ?? '' },
      ...{ isTest: draft.isShadow === 1, contactId: draft.contactId },
    };
    await countOutcome(ctx, { ...counted, outcome: 'eligible' });
    if (withheld !== null) await countOutcome(ctx, { ...counted, outcome: 'gated' });
    if (withheld === 'language') return noteLanguage(ctx, draft, null);
    if (prepared === null) return 'none';
    if (prepared.state === 'none') {
      const isLanguage = prepared.call === 'language';
      if (isLanguage || prepared.reason !== 'model')
        await countOutcome(ctx, { ...counted, outcome: 'gated' });
      return isLanguage ? noteLanguage(ctx, draft, prepared.language) : 'none';
    }
    return inTransaction(ctx, async (ctx) => {
      if (!(await storeDraft(ctx, draft, prepared))) return 'none';
      const language = countedLanguage(prepared.language);
      await countOutcome(ctx, { ...counted, language, outcome: 'ready', model: prepared.model });
      if (draft.isShadow === 0) ctx.record('assist.draft_ready', { conversationId });
      return 'stored';
    });
  }

  return {
    ...createRounds(resources, {
      name: 'assist_drafts',
      everyMs: EVERY_MS,
      problem: 'could not look for drafts that are due; will retry',
      run: round,
    }),
    totals: () => totals,
    /** Ends the work on a conversation's draft: someone has written. */
    cancel: (conversationId: Buffer) => running.get(conversationId.toString('hex'))?.abort(),
  };
}

/** Says in which language there is no draft: people who open the conversation would wait for one. */
function noteLanguage(ctx: Context, draft: DueDraft, language: string | null): Promise<'stored' | 'none'> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await storeWithheld(ctx, draft, language))) return 'none';
    ctx.record('assist.draft_ready', {
      conversationId: encodeId('conversation', draft.conversationId),
    });
    return 'stored';
  });
}
