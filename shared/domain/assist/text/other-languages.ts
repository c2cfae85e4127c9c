import { fold, withoutAddresses } from './fold.ts';

/** Everyday words of further languages, in small letters without accents. */
export const OTHER_WORDS = {
  fr: `le la les un une des du de et ou mais ne pas que qui je tu il elle nous vous ils mon ma mes votre vos notre est sont suis avez avons
    bonjour merci pour avec dans sur au aux ce cette combien coute livraison commande demain aujourd'hui quand c'est j'ai s'il plait oui puis-je`,
  de: `der die das den dem ein eine einen und oder aber nicht ist sind bin war habe haben hat ich du er sie wir ihr mein meine ihre bitte danke guten tag
    wann wie was wo mit fur auf von zu im am bestellung lieferung morgen heute kostet kann konnen noch schon auch nur sehr`,
  it: `il lo gli una e o ma non che chi io noi voi sono sei abbiamo ho hai grazie ciao buongiorno per con del della dei quando quanto costa ordine
    consegna domani oggi dove posso vorrei anche ancora sempre molto`,
  nl: `het een en niet ik je hij wij van voor met op dat wat hoe waar wanneer bedankt hallo bestelling levering morgen vandaag kost`,
} as const;
type Other = keyof typeof OTHER_WORDS;

const WORDS = Object.entries(OTHER_WORDS).map(
  ([language, words]) => [language as Other, new Set(words.split(/\s+/))] as const,
);
/** Letters and endings that one of them has and the others do not. */
const HINTS: readonly (readonly [Other, RegExp])[] = [
  ['fr', /[çœùêû]|(?<!\p{L})(?:qu|[djnclms])['’]\p{L}/giu],
  ['de', /[äöüß]|(?<!\p{L})sch\p{L}/giu],
  ['it', /(?<!\p{L})(?:dell|nell|all|un)['’]\p{L}|\p{L}zione(?!\p{L})/giu],
  ['nl', /(?<!\p{L})\p{L}*(?:ij|aa|uu)\p{L}+/giu],
];
/** What the first must have, and how far it must be ahead: another language has some of the words of each. */
const SCORE = 2;
const AHEAD = 1;

/** Letters that name a language by themselves. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
];
/** Everyday words of Hindi: Marathi and Nepali, in the same letters, have others. */
const HINDI = /(?:है|हैं|में|क्या|मेरा|मेरी|मुझे|कब|कृपया|नहीं)/;
const DEVANAGARI = /\p{Script=Devanagari}/gu;
const CYRILLIC = /\p{Script=Cyrillic}/gu;
const ARABIC = /\p{Script=Arabic}/gu;

/** Returns the language of a text in none of the languages that have rules; null where it cannot be said. */
export function otherLanguageOf(text: string): string | null {
  const plain = withoutAddresses(text);
  const count = (pattern: RegExp) => plain.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  const isMost = (pattern: RegExp) => count(pattern) > letters / 2;
  // Japanese mixes its own letters with those of Chinese.
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters / 8) return 'ja';
  for (const [language, script] of SCRIPTS) if (isMost(script)) return language;
  if (isMost(CYRILLIC)) {
    // Bulgarian, Serbian and others have neither.
    if (/[іїєґ]/i.test(plain)) return 'uk';
    return /[ыэё]/i.test(plain) ? 'ru' : null;
  }
  if (isMost(DEVANAGARI)) return HINDI.test(plain) ? 'hi' : null;
  // Persian and Urdu have letters that Arabic lacks.
  if (isMost(ARABIC)) return /[پچژگکیٹڈڑے]/.test(plain) ? null : 'ar';
  return isMost(/\p{Script=Latin}/gu) ? latinLanguageOf(plain) : null;
}

function latinLanguageOf(plain: string): Other | null {
  const found = fold(plain).match(/[\p{L}]+(?:'[\p{L}]+)?/gu) ?? [];
  const scores = WORDS.map(([language, words]) => {
    const own = found.filter((word) => words.has(word)).length;
    const hints = HINTS.filter(([of]) => of === language).reduce(
      (sum, [, pattern]) => sum + (plain.match(pattern)?.length ?? 0),
      0,
    );
    return { language, score: own + 0.5 * hints };
  }).sort((one, other) => other.score - one.score);
  const [first, second] = scores;
  if (!first || !second || first.score < SCORE || first.score - second.score < AHEAD) return null;
  return first.language;
}
