import { describe, expect, it } from 'vitest';
import { type Answered, buildRetrieval, shownOf } from '../retrieval.ts';
import { atOnce } from '../slices.ts';
import { buildFused, fuse } from './fused.ts';
import { likeness, likenessOf, type SmallVector, smallVector } from './small-vectors.ts';

/** Words that mean the same have the same place in the vectors of these tests. */
const SUBJECTS = [
  ['refund', 'money back', 'reimburse', 'repay', 'cash returned'],
  ['open', 'closing', 'hours', 'shutters', 'till late'],
  ['abroad', 'overseas', 'foreign', 'export', 'another country'],
  ['warranty', 'guarantee', 'defect', 'broken', 'fell apart'],
  ['invoice', 'receipt', 'billing', 'tax', 'bookkeeping'],
  ['size', 'fit', 'measure', 'width', 'too small'],
  ['courier', 'tracking', 'parcel', 'shipment', 'on its way'],
  ['card', 'cash', 'pay', 'transfer', 'instalments'],
];
const UNKNOWN = /violin|uncle|weather|poem/;

/** Returns a vector of what a text means, with a little of its letters. */
function meaning(text: string): SmallVector {
  const means = SUBJECTS.map((words) => words.some((word) => text.includes(word)));
  const values: number[] = [...means, UNKNOWN.test(text)].map((is) => (is ? 1 : 0.05));
  for (let letter = 0; letter < 8; letter += 1)
    values.push(0.1 * (text.split(String.fromCharCode(97 + letter)).length % 3));
  return smallVector(values) ?? { values: new Int8Array(), length: 1 };
}

const REPLIES = SUBJECTS.map((_, reply) => `Reply ${reply}\nAnswer number ${reply}.`);
/** Each subject in four wordings that share no word, with other words around them; then messages that no reply answers. */
const HISTORY: Answered[] = Array.from({ length: 120 }, (_, at): Answered => {
  const reply = at % 10;
  const word = SUBJECTS[reply]?.[Math.floor(at / 10) % 4];
  return word === undefined
    ? { text: `the violin of my uncle v${at}`, reply: null }
    : { text: `${word} k${at}x q${at * 7}z`, reply };
});

function learn(history = HISTORY) {
  const retrieval = atOnce(buildRetrieval(REPLIES, history));
  const { parts, tried } = retrieval.trials;
  const documents = [
    ...REPLIES.map((text, reply) => ({ reply, part: null, vector: meaning(text) })),
    ...history.flatMap(({ text, reply }, at) =>
      reply === null ? [] : [{ reply, part: at % parts, vector: meaning(text) }],
    ),
  ];
  const trials = tried.map((one) => ({
    ...one,
    part: one.at % parts,
    vector: meaning(history[one.at]?.text ?? ''),
  }));
  return { retrieval, documents, trials, fused: atOnce(buildFused(REPLIES.length, documents, trials)) };
}

describe('small vectors', () => {
  it('keep where a vector points, whatever its length', () => {
    const one = smallVector([0.3, -0.4, 0.5]);
    const longer = smallVector([3, -4, 5]);
    expect(one && longer && likeness(one, longer)).toBeCloseTo(1, 3);
    expect(one && likeness(one, smallVector([-3, 4, -5]) ?? one)).toBe(0);
    expect(one && likeness(one, smallVector([1, 1]) ?? one)).toBe(0);
    expect(smallVector([0, 0])).toBeNull();
    expect(smallVector([Number.NaN, 1])).toBeNull();
  });

  it('leave out the documents of a part, and never the own text of a reply', () => {
    const vector = meaning('refund');
    const documents = [
      { reply: 0, part: 2, vector },
      { reply: 1, part: null, vector },
    ];
    expect([...likenessOf(2, documents, vector)].map(Math.round)).toEqual([1, 1]);
    expect([...likenessOf(2, documents, vector, 2)].map(Math.round)).toEqual([0, 1]);
  });
});

describe('words and vectors together', () => {
  it('count by the reciprocal of their ranks, with 60 added', () => {
    const ranked = [
      { reply: 0, score: 0.6 },
      { reply: 1, score: 0.4 },
      { reply: 2, score: 0.01 },
    ];
    // The second of both lists is before the first of one; what is far behind is no candidate.
    const [first, second, ...others] = fuse(ranked, [0.1, 0.8, 0]);
    expect(first).toEqual({ reply: 1, score: expect.closeTo(0.6, 5) });
    const ratio = 1 / 61 / (1 / 62 + 1 / 61);
    expect(second).toEqual({ reply: 0, score: expect.closeTo(0.6 * ratio, 5) });
    expect(others).toEqual([]);
    expect(fuse([], [0, 0])).toEqual([]);
  });

  it('show the right reply for a wording that shares no word with the history', () => {
    const { retrieval, fused } = learn();
    const asked = 'did it fell apart';
    expect(shownOf(retrieval, retrieval.rank(asked))[0]?.reply).not.toBe(3);
    expect(fused?.gate.isFitted).toBe(true);
    const shown = fused ? shownOf(fused, fused.rank(retrieval.rank(asked), meaning(asked))) : [];
    expect(shown[0]?.reply).toBe(3);
  });

  it('show nothing for what no reply answers', () => {
    const { retrieval, fused } = learn();
    const asked = 'a poem about the weather';
    expect(fused && shownOf(fused, fused.rank(retrieval.rank(asked), meaning(asked)))).toEqual([]);
  });

  it('judge a message by a gate that has not seen it, and by the scores of this ranking', () => {
    const { fused, trials, documents } = learn();
    const scores = trials.map(
      ({ ranked, vector, part }) =>
        fuse(ranked, likenessOf(REPLIES.length, documents, vector, part))[0]?.score,
    );
    const least = Math.min(...scores.map((score) => score ?? 0));
    expect(fused?.gate.score).toBeLessThanOrEqual(Math.max(...scores.map((score) => score ?? 0)));
    expect(fused?.gate.score).toBeGreaterThanOrEqual(least / 2);
  });

  it('are not used where words alone show the right reply more often', () => {
    const subjects = SUBJECTS.map((words) => meaning(words[0] ?? ''));
    const wrong = (reply: number) => (reply + 1) % SUBJECTS.length;
    const nowhere = { values: new Int8Array(), length: 1 };
    // By words the right one is the first. By vectors a message is like the text of the next reply.
    const trials = Array.from({ length: 64 }, (_, at) => {
      const reply = at % SUBJECTS.length;
      const ranked = [
        { reply, score: 0.6 },
        { reply: wrong(reply), score: 0.5 },
      ];
      return { at, part: at % 3, reply, ranked, vector: subjects[reply] ?? nowhere };
    });
    const documentsFor = (of: (reply: number) => number) =>
      subjects.map((vector, reply) => ({ reply: of(reply), part: null, vector }));
    expect(atOnce(buildFused(SUBJECTS.length, documentsFor(wrong), trials))).toBeNull();
    expect(
      atOnce(
        buildFused(
          SUBJECTS.length,
          documentsFor((reply) => reply),
          trials,
        ),
      ),
    ).not.toBeNull();
  });

  it('are not used before the history can fit a gate', () => {
    expect(learn(HISTORY.slice(0, 39)).fused).toBeNull();
  });
});
