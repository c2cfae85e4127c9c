import { createHash } from 'node:crypto';
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
  /** The messages that it learned from, in the order of its trials, by `keyOfText`; and their replies, -1 for none. */
  history: { keys: BigUint64Array; replies: Int16Array };
}

/** Creates the memory of which saved replies answer which messages. */
export function createLearnedReplies(resources: Resources) {
  return createWorkspaceMemory<LearnedReplies>(resources, {
    name: 'saved replies',
    sizeOf: countExamples,
    bytesOf: ({ retrieval, replies }) =>
      retrieval.bytes + replies.length * 2_000 + retrieval.trials.tried.length * 40,
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
  const examples = historyOf(replies, await readExamples(ctx), ctx.clock.now());
  const retrieval = await inSlices(buildRetrieval(replies.map(textOfReply), examples), isStopping);
  if (!retrieval) return null;
  const history = {
    keys: BigUint64Array.from(examples, ({ text }) => keyOfText(text)),
    replies: Int16Array.from(examples, ({ reply }) => reply ?? -1),
  };
  return { retrieval, replies, history };
}

/** Returns a number that stands for a text: the text itself need not be kept. */
export function keyOfText(text: string): bigint {
  return createHash('sha256').update(text).digest().readBigUInt64BE();
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
