import { REPLAY_WORTH, type ReplayResult } from '../../../shared/domain/replay.ts';
import type { Candidate } from '../../features/assist/retrieval/index.ts';
import type { PastCase } from './past-cases.ts';

/** What a set would have done for a message. */
export interface Judged {
  result: ReplayResult;
  /** The places of the replies that it would have offered. */
  offered: number[];
}

/** Returns what a set of replies would have done for a message that a person answered. */
export function judge(
  candidate: Pick<Candidate, 'offer' | 'fit'>,
  { question, answer, savedReplyId }: Pick<PastCase, 'question' | 'answer' | 'savedReplyId'>,
): Judged {
  const offered = candidate.offer(question);
  const fitting = candidate.fit(answer, savedReplyId);
  return { offered, result: resultOf(offered, fitting) };
}

function resultOf(offered: readonly number[], fitting: readonly number[]): ReplayResult {
  if (fitting.length === 0) return offered.length === 0 ? 'quiet' : 'noise';
  if (offered.length === 0) return 'silent';
  return fitting.some((place) => offered.includes(place)) ? 'right' : 'wrong';
}

/** Returns 1 when the second result is better than the first, -1 when it is worse, and 0 otherwise. */
export function differenceOf(present: ReplayResult, changed: ReplayResult): -1 | 0 | 1 {
  const gain = REPLAY_WORTH[changed] - REPLAY_WORTH[present];
  return gain > 0 ? 1 : gain < 0 ? -1 : 0;
}
