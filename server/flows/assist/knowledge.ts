import type { Snippet } from '../../../shared/contract/assist/assist-text.ts';
import type { Context } from '../../kernel/context/context.ts';

/** A piece of what a workspace knows. */
export interface KnowledgeSnippet {
  /** `reply`: a saved reply. `answer`: what a colleague once answered another customer. */
  kind: 'reply' | 'answer';
  title: string;
  text: string;
  source: Snippet['source'];
}

/** Returns what a workspace knows about a question, the best first; of one kind on request. */
export type SearchKnowledge = (
  ctx: Context,
  question: string,
  limit: number,
  kind?: KnowledgeSnippet['kind'],
) => Promise<KnowledgeSnippet[]>;
