import { SAVED_REPLIES_MAX } from '../../../../shared/domain/saved-reply.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import type { Context, Resources } from '../../../kernel/context/context.ts';
import { findRows } from '../../../kernel/tenancy/rows.ts';
import { countExamples, type Example, readExamples, trimExamples } from './examples.repository.ts';
import { type Answered, buildRetrieval, type Retrieval } from './retrieval.ts';
import { inSlices } from './slices.ts';
import { createWorkspaceMemory } from './workspace-memory.ts';

/** The saved replies of a workspace in the order of their places, and what finds them. */
export interface LearnedReplies {
  replies: { id: Buffer; name: string; content: string }[];
  retrieval: Retrieval;
}

/** Creates the memory of which saved replies answer which messages. */
export function createLearnedReplies(resources: Resources) {
  return createWorkspaceMemory<LearnedReplies>(resources, {
    name: 'saved replies',
    sizeOf: countExamples,
    bytesOf: ({ retrieval, replies }) => retrieval.bytes + replies.length * 2_000,
    learn,
  });
}

async function learn(ctx: Context, isStopping: () => boolean): Promise<LearnedReplies | null> {
  await trimExamples(ctx);
  const replies = await findRows(ctx, 'savedReply', {
    columns: ['id', 'name', 'content'],
    order: [['name', 'ASC']],
    limit: SAVED_REPLIES_MAX,
  });
  const retrieval = await inSlices(
    buildRetrieval(replies.map(textOfReply), historyOf(replies, await readExamples(ctx), ctx.clock.now())),
    isStopping,
  );
  return retrieval && { retrieval, replies };
}

/** Returns what the words of a saved reply are compared with: its variables say nothing. */
export function textOfReply({ name, content }: { name: string; content: string }): string {
  return `${name}\n${content.replaceAll(/\{\{.*?\}\}/g, ' ')}`;
}

/** Returns the examples with the places of their replies. Those of the last 60 days are recent. */
export function historyOf(
  replies: readonly { id: Buffer }[],
  examples: readonly Example[],
  now: Date,
): Answered[] {
  const places = new Map(replies.map(({ id }, place) => [id.toString('hex'), place]));
  return examples.flatMap(({ savedReplyId, text, createdAt }): Answered[] => {
    const isRecent = now.getTime() - createdAt.getTime() < RECENT_MS;
    if (savedReplyId === null) return [{ text, reply: null, isRecent }];
    const reply = places.get(savedReplyId.toString('hex'));
    return reply === undefined ? [] : [{ text, reply, isRecent }];
  });
}

const RECENT_MS = 60 * DAY_MS;
