import { SAVED_REPLIES_MAX } from '../../../../shared/domain/saved-reply.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import type { Context, Resources } from '../../../kernel/context/context.ts';
import { findRows } from '../../../kernel/tenancy/rows.ts';
import { type AnsweredPair, pairsOf } from './answered-pairs.ts';
import { type CandidateReply, historyBefore, idsOf } from './candidate.ts';
import {
  countMessages,
  findAnswers,
  MESSAGES_READ,
  type ReadMessage,
  readRecentMessages,
} from './conversations-read.repository.ts';
import { readExamples } from './examples.repository.ts';
import { historyOf, textOfReply } from './learned-replies.ts';
import { buildLexical, type LexicalDocument, type LexicalIndex } from './lexical.ts';
import { inSlices, type Steps } from './slices.ts';
import { termsOf } from './words.ts';
import { createWorkspaceMemory } from './workspace-memory.ts';

/** Older answers may no longer be true. */
const SINCE_DAYS = 180;
const ANSWERS_MAX = 3_000;
/** A shorter answer says nothing without its question. */
const ANSWER_LENGTH_MIN = 20;
/** A lower score is chance: then nothing is found. */
const SCORE_MIN = 0.24;
const OF_BEST_MIN = 0.55;

/** Something that answers a question, with its source. */
type Snippet = { text: string; score: number } & (
  | { kind: 'reply'; savedReplyId: Buffer; name: string }
  | { kind: 'answer'; messageId: Buffer; conversationId: Buffer; contactName: string; at: Date }
);

interface Knowledge {
  index: LexicalIndex;
  replies: { id: Buffer; name: string; content: string }[];
  /** The messages that answered; their places follow those of the replies. */
  answers: Buffer[];
  bytes: number;
}

/** Returns what a workspace's saved replies and people's past answers say about a question; null while they are read. */
type SearchKnowledge = (
  ctx: Context,
  question: string,
  limit: number,
  kind?: Snippet['kind'],
) => Promise<Snippet[] | null>;

/** How long a question waits for the first reading of a workspace. */
const WAIT_MS = 4_000;

/** Creates the search over what a workspace has answered. It finds and cites; it writes nothing. */
export function createKnowledge(resources: Resources) {
  const { learnedOf, worker } = createWorkspaceMemory<Knowledge>(resources, {
    name: 'answers',
    learn,
    bytesOf: ({ bytes }) => bytes,
    sizeOf: countMessages,
  });

  const searchKnowledge: SearchKnowledge = async (ctx, question, limit, kind) => {
    const knowledge = await learnedOf(ctx, WAIT_MS);
    if (!knowledge) return null;
    const { index, replies, answers } = knowledge;
    const scores = index.score(termsOf(question, true, true));
    const places = bestPlaces(
      scores,
      limit * 2,
      // Before the best are taken: a few saved replies must not be lost among many answers.
      (place) => kind === undefined || (place < replies.length ? 'reply' : 'answer') === kind,
    );
    const ids = places.flatMap((place) => answers[place - replies.length] ?? []);
    const found = new Map((await findAnswers(ctx, ids)).map((row) => [row.id.toString('hex'), row]));
    return places
      .flatMap((place): Snippet[] => {
        const score = scores[place] ?? 0;
        const reply = replies[place];
        if (reply)
          return [{ kind: 'reply', savedReplyId: reply.id, name: reply.name, text: reply.content, score }];
        const row = found.get(answers[place - replies.length]?.toString('hex') ?? '');
        if (!row) return [];
        const { id: messageId, conversationId, contactName, createdAt: at, text } = row;
        return [{ kind: 'answer', messageId, conversationId, contactName, at, text, score }];
      })
      .slice(0, limit);
  };
  return { searchKnowledge, worker };
}

/** Returns the places that are worth showing, the best first. */
export function bestPlaces(
  scores: ArrayLike<number>,
  limit: number,
  isWanted: (place: number) => boolean = () => true,
): number[] {
  const all = Array.from(scores);
  const least = Math.max(SCORE_MIN, Math.max(0, ...all) * OF_BEST_MIN);
  return [...all.keys()]
    .filter((place) => (all[place] ?? 0) >= least && isWanted(place))
    .sort((left, right) => (all[right] ?? 0) - (all[left] ?? 0))
    .slice(0, limit);
}

async function learn(ctx: Context, isStopping: () => boolean): Promise<Knowledge | null> {
  const replies = await findRows(ctx, 'savedReply', {
    columns: ['id', 'name', 'content'],
    order: [['name', 'ASC']],
    limit: SAVED_REPLIES_MAX,
  });
  const examples = historyOf(replies, await readExamples(ctx), ctx.clock.now());
  const pairs = await answersSince(ctx, ctx.clock.now(), replies);
  const built = await inSlices(indexOf(replies, examples, pairs), isStopping);
  return built && { ...built, replies, answers: pairs.map(({ id }) => id) };
}

/** Returns up to so many of a set of replies that answer a question, the best first. */
export type FindReplies = (question: string, limit: number) => CandidateReply[];

/**
 * Learns which of a set of replies answer a question from what was there before a time, as `searchKnowledge` would have
 * then. Returns null when the server stops meanwhile.
 */
export async function learnFindReplies(
  ctx: Context,
  replies: readonly CandidateReply[],
  before: Date,
  isStopping: () => boolean,
): Promise<FindReplies | null> {
  const examples = historyOf(idsOf(replies), await historyBefore(ctx, before), before);
  const pairs = await answersSince(ctx, before, replies, before);
  const built = await inSlices(indexOf(replies, examples, pairs), isStopping);
  return (
    built &&
    ((question, limit) => {
      const scores = built.index.score(termsOf(question, true, true));
      return bestPlaces(scores, limit, (place) => place < replies.length).flatMap(
        (place) => replies[place] ?? [],
      );
    })
  );
}

/** Returns what people have answered in the days up to a time; with `before`, nothing later. */
async function answersSince(
  ctx: Context,
  now: Date,
  replies: readonly { content: string }[],
  before: Date | null = null,
): Promise<AnsweredPair[]> {
  const since = new Date(now.getTime() - SINCE_DAYS * DAY_MS);
  return answersOf(
    await readRecentMessages(ctx, since, MESSAGES_READ, before),
    new Set(replies.map(({ content }) => content)),
  );
}

function* indexOf(
  replies: readonly { name: string; content: string }[],
  examples: ReturnType<typeof historyOf>,
  pairs: readonly AnsweredPair[],
): Steps<Pick<Knowledge, 'index' | 'bytes'>> {
  const documents: LexicalDocument[] = [];
  const add = (entry: number, text: string) => documents.push({ entry, terms: termsOf(text, true, true) });
  for (const [place, reply] of replies.entries()) {
    add(place, textOfReply(reply));
    yield;
  }
  for (const { text, reply } of examples) {
    if (reply !== null) add(reply, text);
    yield;
  }
  for (const [place, { question, answer }] of pairs.entries()) {
    add(replies.length + place, `${question}\n${answer}`);
    yield;
  }
  return {
    index: yield* buildLexical(replies.length + pairs.length, documents),
    bytes: documents.length * 1_200,
  };
}

/** Returns the answers that people gave, with what they answered; a text that was given before is there once. */
export function answersOf(messages: readonly ReadMessage[], known: ReadonlySet<string>): AnsweredPair[] {
  const seen = new Set(known);
  const pairs = pairsOf(messages).filter(({ answer }) => {
    if (answer.length < ANSWER_LENGTH_MIN || seen.has(answer)) return false;
    seen.add(answer);
    return true;
  });
  return pairs.slice(-ANSWERS_MAX);
}
