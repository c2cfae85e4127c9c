import { readFileSync } from 'node:fs';
import {
  type Answered,
  buildRetrieval,
  type Retrieval,
  shownOf,
} from '../../server/features/assist/retrieval/retrieval.ts';
import { atOnce } from '../../server/features/assist/retrieval/slices.ts';

/** The invented shop of the golden set: its saved replies, messages they answered, and messages to be tried. */
interface Golden {
  replies: string[];
  history: Answered[];
  /** Messages as customers write them, and messages that share no word with any message of the history. */
  heldOut: Record<Wording, { text: string; reply: number }[]>;
  outOfScope: string[];
}

export const WORDINGS = ['ordinary', 'unusual'] as const;
type Wording = (typeof WORDINGS)[number];
export const GOLDEN_LANGUAGES = ['en', 'pt-BR'] as const;
type GoldenLanguage = (typeof GOLDEN_LANGUAGES)[number];

/** What was reached, as shares from 0 to 1. */
export interface Reached {
  rightFirst: number;
  rightAmongThree: number;
  /** Messages that can be shown the right reply while 80 % of what is shown is right, messages out of scope included. */
  coverageAt80: number;
  /** At the gate that the shop's own history fitted: how many messages are shown replies, and how often rightly. */
  shown: number;
  precision: number;
  outOfScopeShown: number;
}

/**
 * The shops: one of furniture, with a long history; and one of another trade, a garage and a salon, whose customers type in
 * a hurry (`ordinary`) or speak (`unusual`), with a young history.
 */
type GoldenShopFile = 'retrieval' | 'retrieval-trade';

/** Reads the golden set of a language. */
export function readGolden(language: GoldenLanguage, shop: GoldenShopFile = 'retrieval'): Golden {
  const golden: Golden = { replies: [], history: [], heldOut: { ordinary: [], unusual: [] }, outOfScope: [] };
  let name = '';
  let part: 'reply' | 'own words' | 'out of scope' = 'reply';
  for (const line of readFileSync(new URL(`${shop}.${language}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line === '') continue;
    const reply = golden.replies.length - 1;
    if (line === '## own words') part = 'own words';
    else if (line === '## out of scope') part = 'out of scope';
    else if (part === 'own words') golden.history.push({ text: line, reply: null });
    else if (part === 'out of scope') golden.outOfScope.push(line);
    else if (line.startsWith('# ')) name = line.slice(2);
    else if (line.startsWith('= ')) golden.replies.push(`${name}\n${line.slice(2)}`);
    else if (line.startsWith('! ')) golden.heldOut.ordinary.push({ text: line.slice(2), reply });
    else if (line.startsWith('? ')) golden.heldOut.unusual.push({ text: line.slice(2), reply });
    else golden.history.push({ text: line, reply });
  }
  return golden;
}

/** Lets the shop of the golden set learn from its history, and tries the messages that it has not seen. */
export function tryGolden({ replies, history, heldOut, outOfScope }: Golden): Record<Wording, Reached> {
  // A history is in the order of time, not of its topics.
  const mixed = history.toSorted((left, right) => orderOf(left.text) - orderOf(right.text));
  const retrieval = atOnce(buildRetrieval(replies, mixed));
  const stray = outOfScope.map((text) => tryOne(retrieval, text, null));
  const reach = (wording: Wording): Reached => {
    const asked = heldOut[wording].map(({ text, reply }) => tryOne(retrieval, text, reply));
    const shown = [...asked, ...stray].filter(({ isShown }) => isShown);
    return {
      rightFirst: share(asked, ({ place }) => place === 0),
      rightAmongThree: share(asked, isRight),
      coverageAt80: coverageAt(0.8, asked, stray),
      shown: share(asked, ({ isShown }) => isShown),
      precision: share(shown, isRight),
      outOfScopeShown: share(stray, ({ isShown }) => isShown),
    };
  };
  return { ordinary: reach('ordinary'), unusual: reach('unusual') };
}

/**
 * Returns how many messages in ordinary wording can be shown the right reply, while nine of ten that are shown are right, in a
 * shop that has answered nothing yet, and in one that has given each reply once.
 */
export function tryYoung({ replies, history, heldOut, outOfScope }: Golden): { none: number; one: number } {
  const firsts = replies.flatMap((_, reply) => history.find((one) => one.reply === reply) ?? []);
  const reach = (known: Answered[]) => {
    const retrieval = atOnce(buildRetrieval(replies, known));
    const asked = heldOut.ordinary.map(({ text, reply }) => tryOne(retrieval, text, reply));
    const stray = outOfScope.map((text) => tryOne(retrieval, text, null));
    return coverageAt(0.9, asked, stray);
  };
  return { none: reach([]), one: reach(firsts) };
}

interface Tried {
  score: number;
  /** The place of the right reply; -1: no reply is right. */
  place: number;
  isShown: boolean;
}

function tryOne(retrieval: Retrieval, text: string, reply: number | null): Tried {
  const ranked = retrieval.rank(text);
  return {
    score: ranked[0]?.score ?? 0,
    place: ranked.findIndex((one) => one.reply === reply),
    isShown: shownOf(retrieval, ranked).length > 0,
  };
}

const isRight = ({ place }: Tried) => place >= 0 && place < 3;

function share(trials: readonly Tried[], is: (trial: Tried) => boolean): number {
  return trials.filter(is).length / Math.max(1, trials.length);
}

/** Returns the most of the messages that can be shown the right reply while so much of what is shown is right. */
function coverageAt(precision: number, asked: readonly Tried[], stray: readonly Tried[]): number {
  let right = 0;
  let most = 0;
  for (const [at, trial] of [...asked, ...stray]
    .toSorted((one, other) => other.score - one.score)
    .entries()) {
    if (isRight(trial)) right += 1;
    if (right / (at + 1) >= precision) most = right;
  }
  return most / asked.length;
}

function orderOf(text: string): number {
  let value = 7;
  for (const char of text) value = (Math.imul(value, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
