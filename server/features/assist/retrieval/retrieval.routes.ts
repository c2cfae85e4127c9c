import { implement } from '@orpc/server';
import { retrievalContract } from '../../../../shared/contract/assist/retrieval.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import { type LearnedLabels, suggestLabels } from './labels.service.ts';
import type { LearnedReplies } from './learned-replies.ts';
import { type FindTogether, suggestReplies } from './suggest.service.ts';
import type { LearnedOf } from './workspace-memory.ts';

/** What the routes need of what workspaces have learned. */
interface Parts {
  replies: LearnedOf<LearnedReplies>;
  findTogether: FindTogether;
  labels: LearnedOf<LearnedLabels>;
}

export function retrievalRoutes({ replies, findTogether, labels }: Parts) {
  const os = implement(retrievalContract).$context<RequestContext>();
  return os.router({
    replies: os.replies.handler(({ input, context }) =>
      suggestReplies(contextOf(context), { learnedOf: replies, findTogether }, input.params.id),
    ),
    labels: os.labels.handler(({ input, context }) =>
      suggestLabels(contextOf(context), labels, input.params.id),
    ),
  });
}
