import { fold, wordsOf } from '../../../../shared/domain/assist/text/fold.ts';
import { isThanks } from '../../../../shared/domain/assist/text/thanks.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { type Example, readExamples } from './examples.repository.ts';
import { changeBetween } from './examples.service.ts';
import { historyOf, textOfReply } from './learned-replies.ts';
import { buildRetrieval, shownOf } from './retrieval.ts';
import { inSlices } from './slices.ts';

/** A reply of a set that is tried; without an id, the workspace does not have it. */
export interface CandidateReply {
  id: Buffer | null;
  name: string;
  content: string;
}

/** A set of replies that has learned from the history before a time, as if it had been there then. */
export interface Candidate {
  replies: readonly CandidateReply[];
  /** Returns the places of up to three replies that it would have offered for a message. */
  offer(text: string): number[];
  /** Returns the places of the replies that an answer was made of: the one it was written with, and those it is almost. */
  fit(answer: string, usedId: Buffer | null): number[];
}

/** Two texts that share fewer words are not almost the same; comparing them letter by letter would be slow. */
const SHARED_WORDS = 0.3;
const NEW_ID = Buffer.alloc(16);

/** Returns the ids of a set of replies, one for each: a new one gets an id that no example has. */
export function idsOf(replies: readonly CandidateReply[]): { id: Buffer }[] {
  return replies.map(({ id }) => ({ id: id ?? NEW_ID }));
}

/** Returns what the workspace answered before a time, for `learnCandidate`. */
export async function historyBefore(ctx: Context, before: Date): Promise<Example[]> {
  return (await readExamples(ctx)).filter(({ createdAt }) => createdAt < before);
}

/** Learns a set of replies from a history; null when the server stops meanwhile. */
export async function learnCandidate(
  replies: readonly CandidateReply[],
  history: readonly Example[],
  now: Date,
  isStopping: () => boolean,
): Promise<Candidate | null> {
  const retrieval = await inSlices(
    buildRetrieval(replies.map(textOfReply), historyOf(idsOf(replies), history, now)),
    isStopping,
  );
  if (!retrieval) return null;
  const words = replies.map((reply) => new Set(wordsOf(textOfReply({ ...reply, name: '' }))));
  return {
    replies,
    offer: (text) => {
      // Thanks and goodbyes ask for nothing.
      if (replies.length === 0 || text.split('\n').every(isThanks)) return [];
      return shownOf(retrieval, retrieval.rank(text)).map(({ reply }) => reply);
    },
    fit: (answer, usedId) => {
      const said = new Set(wordsOf(fold(answer)));
      return [...replies.keys()].filter((place) => {
        const { id, content } = replies[place] ?? { id: null, content: '' };
        if (usedId && id?.equals(usedId)) return true;
        const own = words[place] ?? new Set<string>();
        const shared = [...own].filter((word) => said.has(word)).length;
        if (shared < SHARED_WORDS * Math.max(own.size, said.size)) return false;
        return changeBetween(content, answer) !== 'heavy';
      });
    },
  };
}
