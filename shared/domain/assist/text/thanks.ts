import { fold, wordsOf } from './fold.ts';

const CLOSINGS = new Set(
  `ok okay okey k kk kkk blz beleza certo combinado perfeito otimo otima show top valeu vlw obrigado obrigada obg obgd brigado
  brigada agradeco agradecida agradecido thanks thank thx ty cheers great perfect cool nice awesome lovely gracias listo vale genial
  perfecto de nada you so much very muito muita mesmo mil muchas a o por pela pelo tudo ajuda atencao help your for everything all
  sim yes yep good bom boa dia tarde noite night day evening abraco abracos bjs beijos tchau bye ate logo later tambem igualmente too
  entendi entendido got it understood ja deu certo chegou recebi received tks isso ai legal maravilha fechado tranquilo gente e and da
  the pra para vc voce voces ta tá jaja haha rs amei love`.split(/\s+/),
);
const THANKS = new Set(
  `obrigado obrigada obg obgd brigado brigada agradeco agradecida agradecido valeu vlw thanks thank thx ty tks cheers gracias
  abraco abracos bjs beijos tchau bye`.split(/\s+/),
);
/** With these, a text that thanks answers a question of ours as well. */
const ANSWERS = new Set(['sim', 'yes', 'yep', 'ja']);
const QUESTION =
  /\?|\b(?:quando|como|onde|qual|quais|quanto|quem|por que|cade|sera que|when|how|where|which|what|why|who|can you|could you|cuando|donde|cual|cuanto|quien|poderia|consegue|tem como)\b/;

/** Returns whether a message only thanks, agrees or says goodbye: it starts nothing. */
export function isThanks(text: string): boolean {
  if (text.trim() === '') return false;
  if (QUESTION.test(fold(text)) || /\d/.test(text)) return false;
  const words = wordsOf(text);
  return (
    words.length <= 12 &&
    words.every((word) => CLOSINGS.has(word) || /^(?:k+|ha+|rs+|(?:ha|he|ja|ks)+)$/.test(word))
  );
}

/**
 * Returns whether a message does nothing but thank or say goodbye. One that also agrees may be an answer to a question of ours.
 */
export function saysThanks(text: string): boolean {
  if (!isThanks(text)) return false;
  const words = wordsOf(text);
  return words.some((word) => THANKS.has(word)) && !words.some((word) => ANSWERS.has(word));
}
