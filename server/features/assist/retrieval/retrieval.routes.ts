import { implement } from '@orpc/server';
import {
  type KnowledgeSnippet,
  retrievalContract,
} from '../../../../shared/contract/assist/retrieval.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { SearchKnowledge, Snippet } from './knowledge.ts';
import { type LearnedLabels, suggestLabels } from './labels.service.ts';
import type { LearnedReplies } from './learned-replies.ts';
import { suggestReplies } from './suggest.service.ts';
import type { LearnedOf } from './workspace-memory.ts';

/** What the routes need of what workspaces have learned. */
interface Parts {
  replies: LearnedOf<LearnedReplies>;
  labels: LearnedOf<LearnedLabels>;
  searchKnowledge: SearchKnowledge;
}

export function retrievalRoutes({ replies, labels, searchKnowledge }: Parts) {
  const os = implement(retrievalContract).$context<RequestContext>();
  return os.router({
    replies: os.replies.handler(({ input, context }) =>
      suggestReplies(contextOf(context), replies, input.params.id),
    ),
    labels: os.labels.handler(({ input, context }) =>
      suggestLabels(contextOf(context), labels, input.params.id),
    ),
    ask: os.ask.handler(async ({ input, context }) => {
      const { question, limit } = input.query;
      const found = await searchKnowledge(contextOf(context), question, limit);
      return { state: found ? ('ready' as const) : ('learning' as const), data: (found ?? []).map(present) };
    }),
  });
}

function present(snippet: Snippet): KnowledgeSnippet {
  if (snippet.kind === 'reply') {
    const { kind, text, name, savedReplyId } = snippet;
    return { kind, text, name, savedReplyId: encodeId('savedReply', savedReplyId) };
  }
  const { kind, text, contactName, at } = snippet;
  return {
    ...{ kind, text, contactName, at: at.toISOString() },
    messageId: encodeId('message', snippet.messageId),
    conversationId: encodeId('conversation', snippet.conversationId),
  };
}
