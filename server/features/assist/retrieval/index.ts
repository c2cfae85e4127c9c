import type { Kernel } from '../../../kernel/index.ts';
import { exampleRetention } from './examples.repository.ts';
import { createKnowledge } from './knowledge.ts';
import { createLearnedLabels } from './labels.service.ts';
import { createLearnedReplies } from './learned-replies.ts';
import { retrievalRoutes } from './retrieval.routes.ts';
import { createReplyVectors, type EmbedTexts } from './vectors/reply-vectors.ts';

export { type AlikeAnswers, answersAlike, isSameSubject, subjectOf } from './alike-answers.ts';
export { burstOf } from './burst.ts';
export { type Candidate, type CandidateReply, historyBefore, learnCandidate } from './candidate.ts';
export { countedLanguage } from './counted-language.ts';
export { BURST_MAX, type LatestMessage, latestMessages } from './examples.repository.ts';
export { noteAnswer } from './examples.service.ts';
export { type FindReplies, learnFindReplies } from './knowledge.ts';
export type { LearnedReplies } from './learned-replies.ts';
export { isSure, mayAnswerAlone } from './retrieval.ts';
export type { EmbedTexts } from './vectors/reply-vectors.ts';
export type { LearnedOf } from './workspace-memory.ts';

/** Wires what finds saved replies, labels and past answers in what a workspace has written itself (decision 0360). */
export function registerRetrieval({ background }: Pick<Kernel, 'background'>, embedTexts: EmbedTexts) {
  const replies = createLearnedReplies(background.resources);
  const vectors = createReplyVectors(background.resources, replies.learnedOf, embedTexts);
  const labels = createLearnedLabels(background.resources);
  const knowledge = createKnowledge(background.resources);
  const { searchKnowledge } = knowledge;
  return {
    /** Finds saved replies and past answers for a question, with their places; null while they are read. */
    searchKnowledge,
    /** What the workspace has learned about its saved replies; null while it learns. */
    learnedReplies: replies.learnedOf,
    workers: [vectors.worker, replies.worker, labels.worker, knowledge.worker],
    retention: [exampleRetention(background.database)],
    routes: retrievalRoutes({
      replies: replies.learnedOf,
      findTogether: vectors.find,
      labels: labels.learnedOf,
    }),
  };
}
