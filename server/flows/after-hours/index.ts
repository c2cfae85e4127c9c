import { implement } from '@orpc/server';
import { afterHoursContract } from '../../../shared/contract/assist/after-hours.contract.ts';
import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import type { EventPayload } from '../../../shared/events/index.ts';
import { isOrphan } from '../../db/database-errors.ts';
import { modeOf } from '../../features/assist/index.ts';
import type { LearnedOf, LearnedReplies } from '../../features/assist/retrieval/index.ts';
import { responseRulesOf } from '../../features/conversations/index.ts';
import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Subscriber } from '../../kernel/outbox/subscriber.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import { countRows } from '../../kernel/tenancy/rows.ts';
import { addCase, afterHoursRetention, dueCases, tenantsWithCases } from './after-hours.repository.ts';
import { allowAlone, listSentAlone, rehearse } from './allow-alone.ts';
import { answerAlone } from './answer-alone.ts';

const EVERY_MS = 3_000;
const AT_ONCE = 20;

/** Wires saved replies that may answer alone outside business hours (decision 0362). */
export function wireAfterHours(
  { background }: Pick<Kernel, 'background'>,
  { learnedReplies, wakeSender }: { learnedReplies: LearnedOf<LearnedReplies>; wakeSender(): void },
) {
  const worker = createItemRounds(background.resources, {
    name: 'after_hours',
    everyMs: EVERY_MS,
    problem: 'could not answer outside business hours; will retry',
    tenants: tenantsWithCases,
    atOnce: AT_ONCE,
    due: dueCases,
    keyOf: (id) => id,
    work: async (ctx, id, turn) => {
      const isSent = await answerAlone(ctx, learnedReplies, id);
      if (isSent) wakeSender();
      // The workspace is still learning: a later round finds it ready.
      if (isSent === null) turn.end();
    },
  });
  const os = implement(afterHoursContract).$context<RequestContext>();
  return {
    /** Receives new events of workspaces. */
    noteEvents: createNoteMessages(background.resources),
    workers: [worker],
    retention: [afterHoursRetention(background.database)],
    dashboardRoutes: {
      afterHours: os.router({
        replies: os.replies.handler(({ context }) => rehearse(contextOf(context), learnedReplies)),
        allow: os.allow.handler(({ input, context }) =>
          allowAlone(contextOf(context), learnedReplies, input.params.id, input.body.isAllowed),
        ),
        answers: os.answers.handler(({ context }) => listSentAlone(contextOf(context))),
      }),
    },
  };
}

/**
 * Returns the subscriber that notes messages which begin a conversation outside business hours. The relay passes every
 * event at least once; the key of the row drops a repeat.
 */
function createNoteMessages(resources: Resources): Subscriber {
  return async (scope, events) => {
    const beginning = events.flatMap(({ name, payload }) => {
      if (name !== 'message.received') return [];
      const { message, conversation, arrival } = payload as EventPayload<'message.received'>;
      const isQuiet = arrival?.isConsent || message.type !== 'text' || message.inbound?.group;
      return isQuiet || !arrival?.begins || conversation.contact.blocked ? [] : [{ message, conversation }];
    });
    if (beginning.length === 0) return;
    const ctx = operatorContext(resources, scope);
    if ((await modeOf(ctx, 'afterHours')) === 'off') return;
    if ((await countRows(ctx, 'savedReply', { answersAlone: 1 })) === 0) return;
    const { hours } = await responseRulesOf(ctx);
    for (const { message, conversation } of beginning) {
      if (isOpenAt(new Date(message.createdAt), hours)) continue;
      try {
        await addCase(ctx, {
          messageId: decodeId(message.id),
          contactId: decodeId(conversation.contact.id),
          createdAt: new Date(message.createdAt),
        });
      } catch (error) {
        // The contact was deleted meanwhile.
        if (!isOrphan(error)) throw error;
      }
    }
  };
}
