import { fold, type Span, sentencesOf } from './fold.ts';

/** What a customer wants to have written on what they buy is an order, and speaks to no assistant. */
const ON_A_THING =
  '(?!.{0,20}\\b(?:on|in|no|na|num|numa) (?:the |it |a |my |o )?(?:card|cake|tag|label|plaque|box|envelope|mug|cartao|bolo|placa|caneca|etiqueta|topo|caixa|fita)\\b)';
/** Sentences that speak to an assistant instead of a person. Text is data: they state nothing that a reply may use. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|above|previous|earlier|everything|limits?|guidelines)\b/,
  /\b(?:ignor[ea]r?|desconsider[ea]|esquec[ae]|esqueca|olvid[ae])\b.{0,40}\b(?:instruc(?:oes|ao|ciones|cion)|regras?|reglas?|acima|anterior(?:es)?|tudo|todo|limites?)\b/,
  /^\W*(?:system|sistema|assistant|assistente|asistente|developer|admin|instruction|instrucao|task|tarefa)\s*[:>\]]/,
  /\b(?:you are now|from now on you|act as|pretend (?:to be|you)|you must (?:now )?(?:say|write|reply|answer|respond|offer|confirm|promise|include))\b/,
  /\b(?:voce agora e|a partir de agora voce|aja como|finja (?:ser|que)|voce (?:deve|tem que|precisa) (?:dizer|escrever|responder|oferecer|confirmar|prometer|incluir))\b/,
  /\b(?:assistant|ai model|language model|chatbot|the bot|assistente (?:virtual|de ia)|modelo de (?:linguagem|ia)|inteligencia artificial|note to (?:the )?(?:ai|model|assistant)|nota para (?:a ia|o modelo|o assistente))\b.{0,60}\b(?:must|should|say|reply|write|answer|include|offer|confirm|deve|diga|responda|escreva|inclua|ofereca|confirme)\b/,
  new RegExp(
    `\\b(?:say|reply|write|answer|respond|te[l]l (?:me|them|the customer|everyone)|repeat|print|output|include)\\b${ON_A_THING}.{0,25}(?:\\b(?:exactly|only with|the following|this text|your (?:prompt|instructions|rules)|the (?:system )?prompt|word for word)\\b|[:"“«'])`,
  ),
  new RegExp(
    `\\b(?:diga|responda|escreva|repita|imprima|inclua|mostre|revele|digam)\\b${ON_A_THING}.{0,25}(?:\\b(?:exatamente|apenas com|somente|o seguinte|este texto|seu prompt|suas (?:instrucoes|regras)|o prompt|palavra por palavra|em (?:ingles|frances|espanhol|alemao))\\b|[:"“«'])`,
  ),
  /\b(?:reveal|show|print|leak|display)\b.{0,25}\b(?:prompt|instructions|rules|system message|other customers?|everyone's)\b/,
  /\b(?:respond|reply|answer|write)\b.{0,15}\bin (?:french|german|spanish|portuguese|english|italian|klingon|latin)\b.{0,30}\b(?:from now on|always|only|ignoring)\b/,
  /<\/?(?:system|assistant|user|instructions?|im_start|im_end)\b|\[\/?inst\]|<\|[a-z_]+\|>|```|\{\s*"(?:role|can|text|from)"\s*:/,
  /<!--|\b(?:type|enter|activate|enable|you are(?: now)? in) (?:dev|developer) mode\b|\b(?:dev|developer) mode (?:on|activated|enabled)\b/,
  /\b(?:ativ[ae]|entr[ae] (?:no|em)) (?:o )?modo (?:desenvolvedor|programador)\b|\bmodo (?:desenvolvedor|programador) (?:ativado|ligado)\b/,
  /\b(?:copy|paste|repeat|show|send|print|cop(?:ia|ie)|cola|repit[ae]|mostr[ae])\b.{0,25}\b(?:everything|all (?:the )?text|tudo|todo o texto)\b.{0,25}\b(?:above|acima(?! de (?:r\$|\d))|before (?:this|that) message|antes (?:desta|dessa|da) mensagem)\b/,
  /\b(?:message|note|instructions?)\b.{0,10}\b(?:for|to) (?:the )?(?:bot|chatbot|robot|ai)\b/,
  /\b(?:recado|mensagem|nota|aviso)\b.{0,10}\b(?:(?:pro|pra|para o|para a) (?:bot|chatbot|robo)|(?:pra|para a) ia)\b/,
  /\b(?:i am|i'm|this is|aqui e|sou) (?:the |o |a )?(?:programmer|developer|administrator|programadora?|desenvolvedora?|administradora?) (?:of|do|da|de) (?:the |this |your )?(?:system|bot|assistant|sistema|robo|assistente|ia)\b/,
  /\b(?:ignore|disregard|forget|ignora|desconsider[ae]|esquec[ae])\b (?:what|o que|tudo que|aquilo que) (?:your|the|a|o|seu|sua) (?:boss|owner|manager|don[ao]|chefe|gerente|patrao|patroa) (?:wrote|typed|escreveu|digitou)\b/,
  /\b(?:ignore|disregard|forget|ignor[ae]|desconsider[ae]|esquec[ae])\b.{0,30}\b(?:message|text|mensagem|msg)\b.{0,10}\b(?:and|e) (?:then |depois )?(?:say|write|diz|diga|fal[ae]|respond[ae]) (?:that|que|the|it|its|it's)\b/,
  /\bend of (?:chat|notes|conversation)\b.{0,40}\b(?:new|now|task|instruct)/,
];
/** In capital letters only: in small ones it is a word that people begin with. */
const NAMED_IN_CAPITALS = /^\W*(?:AI|IA|BOT)\s*[:>\]]/;
/** A customer who takes back what they sent themselves gives no instruction, unless they go on with one. */
const TAKES_BACK =
  /\b(?:ignore|disregard|forget|ignor[ae]|desconsider[ae]|esquec[ae])\b (?:(?:my|that|the|this|a|o|essa?|minha|meu) )?(?:(?:previous|earlier|last|other|ultim[ao]|outr[ao]) )?(?:message|text|photo|voice message|mensagem|msg|audio|foto)\b/;
const GOES_ON =
  /\b(?:and|then|e|depois)\b.{0,20}\b(?:say|write|reply|answer|respond|confirm|give|put|offer|diga|fal[ae]|respond[ae]|escrev[ae]|confirm[ae]|coloca|coloque|poe|ponha|ofereca)\b/;

/** Finds the sentences of a text that give instructions to an assistant. */
export function findInstructions(text: string): Span[] {
  return sentencesOf(text).filter(({ start, end }) => {
    const sentence = text.slice(start, end);
    const whole = fold(sentence);
    const folded = GOES_ON.test(whole) ? whole : whole.replace(TAKES_BACK, ' ');
    return NAMED_IN_CAPITALS.test(sentence) || PATTERNS.some((pattern) => pattern.test(folded));
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
