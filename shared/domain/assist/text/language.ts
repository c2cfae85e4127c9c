import { countLetters, fold, withoutAddresses } from './fold.ts';
import { OTHER_WORDS, otherLanguageOf } from './other-languages.ts';

/** The language of a text as far as we can name it: another one, or too little to say. */
export type TextLanguage = 'en' | 'pt' | 'es' | 'other' | 'unknown';
type Named = 'en' | 'pt' | 'es' | 'other';

/** Fewer letters than this name no language. */
export const MIN_LANGUAGE_LETTERS = 12;

/** Words of everyday messages, in small letters without accents. A word of two languages counts for both. */
const WORDS: Readonly<Record<Named, string>> = {
  en: `a an the be is are was were am been i you he she it we they my your his her its our their this that these those and or but
    not don't doesn't didn't can't won't isn't i'm i'll i've i'd you're we're it's that's what's there's let's of to in for on with at by from as if when where what which who how why because so then than there here
    have has had do does did done will would can could should may might must please thanks thank hello hi hey good morning afternoon
    evening yes sorry ok any some all more much many only also just still already never always again back up out about after before
    get got give take make want need know think see send sent order orders delivery deliver price cost how pay payment paid refund
    address name number phone store shop open close closed today tomorrow yesterday day days week weeks hour hours minute morning
    product item size color available stock help let me us new old one two three first last time something anything everything
    received receive arrived arrive wrong broken damaged invoice tracking ship shipped shipping return exchange check wait waiting
    working soon later right now too very really great perfect love like fine sure problem issue question answer`,
  pt: `o a os as um uma uns umas de do da dos das no na nos nas em ao aos pelo pela por para pra pro com sem sobre ate e ou mas
    nao sim que se quando onde qual quais quem como porque pois eu voce voces ele ela eles elas nos meu minha meus minhas seu sua
    seus suas este esta isso isto esse essa aquele aquela me te lhe ja ainda tambem so mais muito muita muitos menos bem mal aqui
    ali la hoje amanha ontem dia dias semana hora horas manha tarde noite bom boa ola oi tudo obrigado obrigada valeu favor
    sou e esta estao estou estava foi fui era ser ter tem tenho tinha temos vai vou vamos vao fazer faz fez feito pode posso podem
    poderia quero queria gostaria preciso precisa sei saber ver vi mandar mandei manda enviar envio enviado enviaram chegou chegar
    pedido pedidos entrega entregar preco valor quanto custa custo pagar pagamento pago pix boleto cartao reembolso endereco nome
    numero telefone loja abre fecha aberto aberta fechado produto tamanho cor disponivel estoque ajuda ajudar novo nova recebi receber
    errado quebrado nota rastreio rastreamento frete troca trocar devolver devolucao verificar aguardo aguardar consigo conseguir
    funciona funcionando agora depois logo certo otimo perfeito duvida problema resposta pergunta atendimento atendente moco moca
    vc vcs tbm pq blz gente pessoal fica ficou ficar deu dar da uso usar comprei comprar compra cade ne entao alguem algum alguma
    nenhum nenhuma nada`,
  es: `el la los las un una unos unas de del al en con sin sobre hasta y o pero no si que cuando donde cual cuales quien como porque
    yo tu usted ustedes el ella ellos nosotros mi mis su sus este esta esto ese esa eso me te le les lo ya aun todavia tambien solo mas
    muy mucho mucha muchos menos bien mal aqui alli hoy manana ayer dia dias semana hora horas tarde noche buenos buenas buen hola
    gracias favor soy es esta estan estoy estaba fue fui era ser tener tiene tengo tenia tenemos va voy vamos van hacer hace hizo hecho
    puede puedo pueden podria quiero queria quisiera gustaria necesito necesita se saber ver vi mandar enviar envio enviado enviaron
    llego llegar pedido pedidos entrega entregar precio valor cuanto cuesta costo pagar pago tarjeta reembolso direccion nombre numero
    telefono tienda abre cierra abierto abierta cerrado producto talla tamano color disponible ayuda ayudar nuevo nueva recibi recibir
    equivocado roto factura seguimiento cambio cambiar devolver devolucion verificar espero esperar funciona ahora despues luego claro
    perfecto duda problema respuesta pregunta atencion para por desde entre siempre nunca algo alguien algun alguna nada dinero comprar compra`,
  other: Object.values(OTHER_WORDS).join(' '),
};
const TABLE = readTable();
const SHARED_WEIGHT = 0.4;
/** Endings and letters that point to a language, with what one occurrence counts. */
const HINTS: readonly (readonly [Named, RegExp, number])[] = [
  ['pt', /[ãõ]/gi, 1.2],
  ['pt', /ç/gi, 0.6],
  ['pt', /[âêô]/gi, 0.5],
  ['pt', /\p{L}(?:ção|ções|inho|inha|mente|ndo|lh[oae]|nh[oae]|ei|ou|eiro|agem)(?!\p{L})/giu, 0.6],
  ['es', /[ñ¿¡]/gi, 1.5],
  ['es', /\p{L}(?:ción|ciones|dad|dades|ando|iendo|illo|ll[oae]s?|ó)(?!\p{L})/giu, 0.6],
  ['en', /\p{L}(?:ing|tion|ight|ould|ness|ful|ough|ck|ed|ly|'s|n't|'ll|'ve)(?!\p{L})/giu, 0.7],
  ['en', /(?<!\p{L})(?:th|wh|sh|kn|wr)\p{L}+/giu, 0.5],
  ['other', /[äöüßœùûîïèìòåøæ]|à(?!s(?!\p{L}))/giu, 0.7],
  ['other', /(?<!\p{L})(?:sch|qu'|l'|d'|j'|c'|n'|s'|dell'|un')\p{L}+/giu, 1],
];

/** Returns which language a text is in; unknown below twelve letters or when the words could be of two languages. */
export function languageOf(text: string): TextLanguage {
  const plain = withoutAddresses(text);
  const letters = countLetters(plain);
  if (letters < MIN_LANGUAGE_LETTERS) return 'unknown';
  const latin = plain.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters / 2) return 'other';
  const scores: Record<Named, number> = { en: 0, pt: 0, es: 0, other: 0 };
  for (const word of fold(plain).match(/[\p{L}]+(?:'[\p{L}]+)?/gu) ?? []) {
    const languages = TABLE.get(word);
    if (languages) for (const language of languages) scores[language] += weightOf(word, languages.length);
  }
  for (const [language, pattern, weight] of HINTS)
    scores[language] += (plain.match(pattern)?.length ?? 0) * weight;
  return best(scores);
}

/**
 * Returns the code of the language that a text is in; `other` for one that cannot be named, `unknown` where there is too
 * little to say.
 */
export function languageCodeOf(text: string): string {
  const language = languageOf(text);
  return language === 'other' ? (otherLanguageOf(text) ?? 'other') : language;
}

/** Returns whether a text may be in this language. A short text, or one that we cannot place, may. */
export function isInLanguage(text: string, language: TextLanguage): boolean {
  const found = languageOf(text);
  return found === 'unknown' || language === 'unknown' || found === language;
}

function best(scores: Record<Named, number>): TextLanguage {
  const [first, second] = Object.entries(scores).sort(([, one], [, other]) => other - one);
  if (!first || !second || first[1] < 0.8 || first[1] - second[1] < 0.25) return 'unknown';
  return first[0] as Named;
}

/** A word of one language says more than a word of two, and a long one more than a short one. */
function weightOf(word: string, languages: number): number {
  const base = word.length <= 2 ? 0.6 : 1;
  return languages === 1 ? base : base * (languages === 2 ? SHARED_WEIGHT : SHARED_WEIGHT / 2);
}

function readTable(): Map<string, Named[]> {
  const table = new Map<string, Named[]>();
  for (const [language, words] of Object.entries(WORDS) as [Named, string][])
    for (const word of new Set(words.split(/\s+/))) table.set(word, [...(table.get(word) ?? []), language]);
  return table;
}
