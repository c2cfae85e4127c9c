import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Resources } from '../../../../kernel/context/context.ts';
import { countExamples, readExamples } from '../examples.repository.ts';
import { keyOfText, type LearnedReplies, textOfReply } from '../learned-replies.ts';
import { type Ranked, shownOf } from '../retrieval.ts';
import { inSlices } from '../slices.ts';
import { createWorkspaceMemory, type LearnedOf } from '../workspace-memory.ts';
import { buildFused, type Fused } from './fused.ts';
import { type SmallVector, smallVector, type VectorDocument } from './small-vectors.ts';

/** What makes vectors of texts, where the operator has set a model for it. */
export interface EmbedTexts {
  /** Returns the model that makes them now; null for none. */
  modelNow(): Promise<string | null>;
  /**
   * Returns a vector for each text, and the model that made them; null when there is none in time.
   * @param isWaiting whether a person waits for it; otherwise it is background work.
   */
  embed(
    ctx: Context,
    texts: readonly string[],
    options: { isWaiting: boolean; deadlineMs: number },
  ): Promise<{ model: string; vectors: readonly ArrayLike<number>[] } | null>;
}

/** The vectors of one workspace, with what they were made for. */
interface ReplyVectors {
  model: string;
  byText: Map<bigint, SmallVector>;
  /** The replies in the order of their places, and what ranks them by words. */
  learned: LearnedReplies;
  /** Null: words alone are better, or the history is too short to find out. */
  fused: Fused | null;
}

/** Replies that vectors and words have found together, with their places in `replies`. */
interface FoundTogether {
  replies: LearnedReplies['replies'];
  shown: Ranked[];
}

/** A person waits for so long at most; without a vector by then, the words have found what is shown. */
const QUERY_MS = 60;
const TEXTS_AT_ONCE = 32;
/** The saved replies, and the newest messages that they answered or did not. */
const DOCUMENTS_MAX = 2_000;
/** A model reads so much of a text. */
const TEXT_MAX = 1_200;
const BATCH_MS = 60_000;
const LEARNED_WAIT_MS = 30_000;
/** When the model is busy with people, it is asked again after a while, so many times. */
const PAUSE = { ms: 5_000, stepMs: 250, times: 12 };

/** Creates the memory of the vectors of saved replies and of the messages that they answered (decision 0398). */
export function createReplyVectors(
  resources: Resources,
  learnedReplies: LearnedOf<LearnedReplies>,
  model: EmbedTexts,
) {
  const { learnedOf, worker } = createWorkspaceMemory<ReplyVectors>(resources, {
    name: 'vectors of saved replies',
    sizeOf: countExamples,
    versionOf: async () => (await model.modelNow()) ?? '',
    bytesOf: ({ byText }) => {
      const [one] = byText.values();
      return byText.size * ((one?.values.length ?? 0) + 120);
    },
    learn: (ctx, isStopping, last) => learn(ctx, { learnedReplies, model, isStopping, last }),
  });

  return {
    worker,
    /** Returns what vectors and words find together for a message; null where words alone decide. */
    find: async (ctx: Context, text: string): Promise<FoundTogether | null> => {
      if ((await model.modelNow()) === null) return null;
      const known = await learnedOf(ctx);
      if (!known?.fused) return null;
      const made = await model.embed(ctx, [cut(text)], { isWaiting: true, deadlineMs: QUERY_MS });
      const message = made?.model === known.model ? smallVector(made.vectors[0] ?? []) : null;
      if (!message) return null;
      const { retrieval, replies } = known.learned;
      return { replies, shown: shownOf(known.fused, known.fused.rank(retrieval.rank(text), message)) };
    },
  };
}

interface Parts {
  learnedReplies: LearnedOf<LearnedReplies>;
  model: EmbedTexts;
  isStopping(): boolean;
  last: ReplyVectors | null;
}

async function learn(
  ctx: Context,
  { learnedReplies, model, isStopping, last }: Parts,
): Promise<ReplyVectors | null> {
  const learned = await learnedReplies(ctx, LEARNED_WAIT_MS);
  if (!learned) return null;
  // Without a history that fits a gate, vectors could show nothing.
  if (!learned.retrieval.gate.isFitted) return { model: '', byText: new Map(), learned, fused: null };
  const texts = await textsOf(ctx, learned);
  const made = await makeVectors(ctx, texts, { model, isStopping, last });
  if (!made) return null;
  const { replies, history, retrieval } = learned;
  const { parts, tried } = retrieval.trials;
  const vectorOf = (key: bigint | undefined) => (key === undefined ? undefined : made.byText.get(key));
  const documents: VectorDocument[] = [];
  const add = (reply: number, part: number | null, vector: SmallVector | undefined) => {
    if (vector) documents.push({ reply, part, vector });
  };
  for (const [place, reply] of replies.entries()) add(place, null, vectorOf(keyOfText(textOfReply(reply))));
  for (const [at, reply] of history.replies.entries())
    if (reply >= 0) add(reply, at % parts, vectorOf(history.keys[at]));
  const trials = tried.flatMap((one) => {
    const vector = vectorOf(history.keys[one.at]);
    return vector ? [{ ...one, part: one.at % parts, vector }] : [];
  });
  const fused = await inSlices(buildFused(replies.length, documents, trials), isStopping);
  return isStopping() ? null : { ...made, learned, fused };
}

/** Returns the texts that get vectors, as they are in the database now: the saved replies, then the newest messages. */
async function textsOf(ctx: Context, { replies, history }: LearnedReplies): Promise<Map<bigint, string>> {
  const texts = new Map(replies.map(textOfReply).map((text) => [keyOfText(text), text]));
  const known = new Set(history.keys);
  for (const { text } of await readExamples(ctx)) {
    if (texts.size >= DOCUMENTS_MAX) break;
    const key = keyOfText(text);
    if (known.has(key)) texts.set(key, text);
  }
  return texts;
}

/**
 * Returns the vectors of texts, all of one model. What was made before is used again for the same text; null when the
 * server stops.
 * @throws {Error} when the model does not answer: it is tried again later.
 */
async function makeVectors(
  ctx: Context,
  texts: ReadonlyMap<bigint, string>,
  { model, isStopping, last }: Pick<Parts, 'model' | 'isStopping' | 'last'>,
): Promise<Pick<ReplyVectors, 'model' | 'byText'> | null> {
  const byText = new Map<bigint, SmallVector>();
  let name = await model.modelNow();
  for (const key of texts.keys()) {
    const known = last?.model === name ? last.byText.get(key) : undefined;
    if (known) byText.set(key, known);
  }
  let pauses = 0;
  for (let left = missing(texts, byText); left.length > 0; left = missing(texts, byText)) {
    if (isStopping()) return null;
    const part = left.slice(0, TEXTS_AT_ONCE);
    const batch = part.map(([, text]) => cut(text));
    const made = await model.embed(ctx, batch, { isWaiting: false, deadlineMs: BATCH_MS });
    if (!made) {
      pauses += 1;
      if (pauses > PAUSE.times) throw new Error('no vectors');
      for (let at = 0; at < PAUSE.ms && !isStopping(); at += PAUSE.stepMs) await sleep(PAUSE.stepMs);
      continue;
    }
    // Vectors of two models say nothing about each other.
    if (made.model !== name) byText.clear();
    name = made.model;
    for (const [at, [key]] of part.entries()) byText.set(key, smallVector(made.vectors[at] ?? []) ?? NOWHERE);
  }
  return { model: name ?? '', byText };
}

/** Is like no text. */
const NOWHERE: SmallVector = { values: new Int8Array(), length: 1 };

function missing(
  texts: ReadonlyMap<bigint, string>,
  byText: ReadonlyMap<bigint, SmallVector>,
): (readonly [bigint, string])[] {
  return [...texts].filter(([key]) => !byText.has(key));
}

function cut(text: string): string {
  return text.slice(0, TEXT_MAX);
}
