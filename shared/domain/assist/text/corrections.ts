import { fold } from './fold.ts';

/** What a person says before they come to the point: "oops, sorry". */
const FIRST =
  '(?:(?:oops|ups|ops|opa|oh|ah|sorry|so sorry|apologies|my bad|desculpe?a?|desculpas|perdao|foi mal|perdon|disculpas?|lo siento)[\\s,.!:;…-]*)*(?:(?:about|for|por|pela|pelo|sobre) (?:that|the confusion|isso|a confusao|o engano|eso)[\\s,.!:;…-]*)?';
/** The words with which they take something back or put it right, in English, Portuguese and Spanish. */
const CORRECTS = [
  '(?:what )?i (?:mean|meant)(?! (?:it|a lot|well))\\b|(?:i|we) meant\\b|meant to (?:say|write|send)\\b|my mistake\\b|correction\\b|typo\\b',
  '(?:please )?(?:ignore|disregard) (?:that|my|the (?:last|previous)|what i)\\b|scratch that\\b|that (?:was|is) (?:wrong|not right|a mistake|meant for)',
  '(?:i (?:got|typed|wrote|sent|gave|made) (?:that |it |you )?(?:the )?(?:wrong|a mistake))|wrong (?:number|price|link|file|date|time|day|chat|person|conversation|address)\\b',
  '(?:eu )?(?:quis|queria|quero) dizer\\b|errata\\b|correcao\\b|corrigindo\\b|retificando\\b|(?:me )?(?:errei|enganei|confundi)\\b|(?:digitei|escrevi|mandei|enviei|passei|informei) (?:o |a )?errad[oa]\\b',
  '(?:o|a) (?:certo|correto|valor certo|valor correto) (?:e|sao|seria)\\b|(?:pode )?(?:ignora|ignore|desconsidera|desconsidere|desconsiderar)\\b|(?:link|preco|valor|numero|horario|data|conversa) errad[oa]\\b',
  'quise decir\\b|fe de erratas\\b|correccion\\b|me equivoque\\b|corrijo\\b',
].join('|');
const CORRECTION = new RegExp(`^[\\s*_~"'“]*${FIRST}(?:${CORRECTS})`);
/** Only the beginning says what a message is for. */
const READ = 120;

/** Returns whether a message begins as one that puts right what its writer has just said. */
export function isCorrection(text: string): boolean {
  return CORRECTION.test(fold(text.slice(0, READ)));
}
