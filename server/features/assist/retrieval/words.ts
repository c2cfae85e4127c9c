/** Words of a message that count; the rest of a very long one says nothing new. */
const WORDS_MAX = 80;
/** A longer run of letters is an address or a code: its start is enough. */
const WORD_LENGTH_MAX = 24;

/**
 * Words that say nothing about a question, without accents, in English, Portuguese and Spanish. In a large history their
 * frequency says so; among a few saved replies they would look rare.
 */
const EMPTY = new Set(
  `a about an and any are as at be been but by can could did do does for from get got had has have hello hey hi how i if in is
  it its let me my no not of ok on or our please so than thanks that the their them then there these they this to too us was we
  were what when where which who will with would yes you your
  ao aos as ate bom boa com como da das de dia do dos e ela ele eles em era essa esse esta este eu favor foi ha isso ja la mais
  mas me meu minha muito na nao nas nem no nos noite nossa nosso o obrigada obrigado oi ola os ou para pela pelo por pra pro qual
  quais que quem se sem ser seu sim so sua ta tarde te tem tenho tudo um uma vc vcs voce voces
  al buenas buenos con cual del el ella en eres es eso esta este gracias hay hola la las lo los mi muy por porque si sin su sus
  tu un una unos usted y yo`.split(/\s+/),
);

/** Words that fill what people type in a hurry or speak. Stored hashes of words are of texts without `isSpoken`. */
const FILLERS = new Set(
  `again already also am another anything gonna hiya im ive just lol like love lovely mate morning need nothing oh pls sorry theres thx
  um wanted whats yeah
  agora ai ainda aqui bem cade certinho ce ces entao ficar gente moca moco ne obg oii olha opa pf pfv queria querer quero sabe saber
  td tipo to uns umas ver viu`.split(/\s+/),
);

/** How people shorten words that do say something. */
const WHOLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ mon: 'monday', tue: 'tuesday', tues: 'tuesday', wed: 'wednesday', thurs: 'thursday', fri: 'friday' },
    ...{ sat: 'saturday', tmrw: 'tomorrow', appt: 'appointment', addy: 'address', r: 'are', u: 'you' },
    ...{
      qto: 'quanto',
      qnto: 'quanto',
      qt: 'quanto',
      qnt: 'quanto',
      qdo: 'quando',
      hj: 'hoje',
      msm: 'mesmo',
    },
    ...{ tbm: 'tambem', q: 'que' },
  }),
);

/** What a text consists of, as hashes without repeats. */
export interface Terms {
  words: Uint32Array;
  /** Runs of 3 and 4 characters of its words: they tolerate typing errors and endings. */
  grams: Uint32Array;
  /** What the classifier reads: words, pairs of words, and runs of 3 to 5 characters. */
  features: Uint32Array;
}

/** Returns the words of a text without case and accents, which customers leave out. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX));
}

/**
 * Returns the terms of a text. Each kind has its own seed, so that a word and a run of characters differ. `isSparse`: what
 * it is compared with is little, so words that say nothing are left out; `isSpoken`: it is compared with what customers
 * write, so that fillers are left out too, and shortened words are read in full.
 */
export function termsOf(text: string, isSparse = false, isSpoken = false): Terms {
  const list = isSpoken ? wordsOf(text).map((word) => WHOLE.get(word) ?? word) : wordsOf(text);
  const words = new Set<number>();
  const grams = new Set<number>();
  const features = new Set<number>();
  let before = 0;
  for (const word of list) {
    const id = hash(word, 0, word.length, 1);
    const isEmpty = (isSparse && EMPTY.has(word)) || (isSpoken && FILLERS.has(word));
    if (!isEmpty) words.add(id);
    features.add(id);
    features.add(mix(before, id));
    before = id;
    const marked = `<${word}>`;
    for (let length = 3; length <= 5; length += 1) {
      for (let start = 0; start + length <= marked.length; start += 1) {
        const gram = hash(marked, start, start + length, 2);
        features.add(gram);
        if (length <= 4 && !isEmpty) grams.add(gram);
      }
    }
  }
  return {
    words: Uint32Array.from(words),
    grams: Uint32Array.from(grams),
    features: Uint32Array.from(features),
  };
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, from: number, to: number, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

function mix(left: number, right: number): number {
  return (Math.imul(left ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(right, 0xc2b2ae35)) >>> 0;
}
