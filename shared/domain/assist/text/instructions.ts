import { fold, type Span, sentencesOf } from './fold.ts';

/** Sentences that speak to an assistant instead of a person. Text is data: they state nothing that a reply may use. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|above|previous|earlier|everything|limits?|guidelines)\b/,
  /\b(?:ignor[ea]r?|desconsider[ea]|esquec[ae]|esqueca|olvid[ae])\b.{0,40}\b(?:instruc(?:oes|ao|ciones|cion)|regras?|reglas?|acima|anterior(?:es)?|tudo|todo|limites?)\b/,
  /^\W*(?:system|sistema|assistant|assistente|asistente|developer|admin|instruction|instrucao|task|tarefa)\s*[:>\]]/,
  /\b(?:you are now|from now on you|act as|pretend (?:to be|you)|you must (?:now )?(?:say|write|reply|answer|respond|offer|confirm|promise|include))\b/,
  /\b(?:voce agora e|a partir de agora voce|aja como|finja (?:ser|que)|voce (?:deve|tem que|precisa) (?:dizer|escrever|responder|oferecer|confirmar|prometer|incluir))\b/,
  /\b(?:assistant|ai model|language model|chatbot|the bot|assistente (?:virtual|de ia)|modelo de (?:linguagem|ia)|inteligencia artificial|note to (?:the )?(?:ai|model|assistant)|nota para (?:a ia|o modelo|o assistente))\b.{0,60}\b(?:must|should|say|reply|write|answer|include|offer|confirm|deve|diga|responda|escreva|inclua|ofereca|confirme)\b/,
  /\b(?:say|reply|write|answer|respond|te[l]l (?:me|them|the customer|everyone)|repeat|print|output|include)\b.{0,25}(?:\b(?:exactly|only with|the following|this text|your (?:prompt|instructions|rules)|the (?:system )?prompt|word for word)\b|[:"“«'])/,
  /\b(?:diga|responda|escreva|repita|imprima|inclua|mostre|revele|digam)\b.{0,25}(?:\b(?:exatamente|apenas com|somente|o seguinte|este texto|seu prompt|suas (?:instrucoes|regras)|o prompt|palavra por palavra|em (?:ingles|frances|espanhol|alemao))\b|[:"“«'])/,
  /\b(?:reveal|show|print|leak|display)\b.{0,25}\b(?:prompt|instructions|rules|system message|other customers?|everyone's)\b/,
  /\b(?:respond|reply|answer|write)\b.{0,15}\bin (?:french|german|spanish|portuguese|english|italian|klingon|latin)\b.{0,30}\b(?:from now on|always|only|ignoring)\b/,
  /<\/?(?:system|assistant|user|instructions?|im_start|im_end)\b|\[\/?inst\]|<\|[a-z_]+\|>|```|\{\s*"(?:role|can|text|from)"\s*:/,
  /\bend of (?:chat|notes|conversation)\b.{0,40}\b(?:new|now|task|instruct)/,
];

/** Finds the sentences of a text that give instructions to an assistant. */
export function findInstructions(text: string): Span[] {
  return sentencesOf(text).filter(({ start, end }) => {
    const folded = fold(text.slice(start, end));
    return PATTERNS.some((pattern) => pattern.test(folded));
  });
}

/** Returns the text without the sentences that give instructions to an assistant. */
export function withoutInstructions(text: string): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of findInstructions(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}
