import { addDays, type Day, nextWeekday, pad } from './calendar.ts';
import { type FoundTime, findTimes } from './dates.ts';
import { fold, type Span, sentencesOf } from './fold.ts';

/** A moment on the clock of the person who reads. */
export interface LocalTime {
  date: Day;
  /** HH:MM */
  time: string;
}

/** A sentence in which we say that we will do something. */
export interface FoundPromise extends Span {
  /** The sentence, word for word. */
  quote: string;
  /** When it is due, the time of day being null when only the day is said; null when nothing is said. */
  due: { date: Day; time: string | null } | null;
}

const VERBS_EN =
  'check|send|call|refund|get back|look into|look at|confirm|ask|let you know|update|follow up|contact|reply|return|ship|deliver|schedule|email|e-mail|write|find out|verify|see|fix|resend|replace|come back|prepare|arrange|inform|reach out|have (?:it|that|your|the|an)|investigate|review|book|reserve|set aside|process|text|message|ring|sort|make sure|pass|forward|talk to|speak to|te[l]l|give you|share|provide|credit|cancel|change|exchange|bring|drop|post|dispatch|escalate|report|be in touch|be back|answer|do|take care|pop|put|note|keep|hold|chase|squeeze|fit|slot|add|pick|collect';
const VERBS_PT =
  'verificar|enviar|mandar|ligar|retornar|confirmar|checar|ver|conferir|consultar|avisar|perguntar|responder|resolver|devolver|reembolsar|estornar|passar|encaminhar|providenciar|entrar em contato|falar|trocar|dar|atualizar|reenviar|separar|agendar|pesquisar|investigar|analisar|informar|cancelar|entregar|reservar|preparar|olhar|buscar|descobrir|acompanhar|cobrar|tentar|fazer|corrigir|substituir|despachar|postar|chamar|escrever|acionar|abrir|remarcar|liberar|solicitar|pedir|emitir|levar|contatar|procurar|encaixar|anotar|guardar|segurar';
const VERBS_ES =
  'verificar|enviar|mandar|llamar|confirmar|revisar|ver|consultar|avisar|preguntar|responder|resolver|devolver|reembolsar|pasar|contactar|hablar|cambiar|dar|actualizar|reenviar|agendar|investigar|informar|cancelar|entregar|reservar|preparar|buscar|averiguar|escribir|comprobar|hacer|gestionar';
const FUTURE_PT =
  '(?:verific|envi|mand|lig|retorn|confirm|chec|consult|avis|pergunt|encaminh|providenci|fal|troc|atualiz|reenvi|separ|agend|pesquis|analis|inform|cancel|entreg|reserv|prepar|despach|reembols|estorn|solicit|cont[a]t)ar(?:ei|emos)|(?:respond|resolv|devolv|far|ver|dar)(?:er)?(?:ei|emos)|entrar(?:ei|emos) em contato';
const FUTURE_ES =
  '(?:verific|envi|mand|llam|confirm|revis|consult|avis|pregunt|actualiz|contact|entreg|reserv|prepar|inform|cancel|busc)ar(?:e|emos)\\b|(?:respond|resolv|devolv)er(?:e|emos)|har(?:e|emos)|dar(?:e|emos)|escribir(?:e|emos)';
const CLITICS =
  '(?:(?:te|lhe|lhes|le|les|voce|vc|lo|la|o|a|isso|\\w+ly|just|also|then|now|ja|logo|agora|entao|tambem|so)\\s+){0,2}';

const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:i|we)(?:'ll| will| shal[l]|(?:'m| am|'re| are) (?:going to|about to)| can and will) ${CLITICS}(?:${VERBS_EN})\\b`,
  ),
  new RegExp(
    `\\b(?:let me|let us|allow me to) ${CLITICS}(?:check|see|ask|look|find out|verify|confirm|get back|talk|speak|investigate)\\b`,
  ),
  /\b(?:leave (?:it|that|this) (?:with|to) me|should be with you|(?:it|he|she|they|driver|courier|order|parcel|package) should be (?:there|delivered))\b/,
  /\b(?:i'll|we'll|will) be (?:in touch|back|sending|calling|checking)\b/,
  /\b(?:we|i|our team|someone|a colleague|the team|my colleague|support|your (?:order|parcel|package|refund|money|item|replacement))(?: will|'ll) (?:\w+ ){0,1}(?:contact|call|reply|be (?:sent|shipped|refunded|delivered|dispatched|there|with you|posted|replaced|credited|processed)|get back|reach|arrive|send|check|write|answer|help|fix|return)\b/,
  /\byou(?:'ll| will) (?:\w+ )?(?:receive|get|have|be (?:refunded|contacted|called|credited))\b/,
  /\bwe (?:get back|reply|answer|respond|call back|return)\b.{0,30}\b(?:in|within|by)\b/,
  /\b(?:i|we) promise\b|\bguarantee(?:d)? (?:that|you|delivery|it)\b|\bsending (?:it|that|them) (?:over )?(?:now|right|tomorrow|today|shortly)\b/,
  new RegExp(`(?<!nao )\\b(?:vou|vamos|irei|iremos|vamo) ${CLITICS}(?:${VERBS_PT})(?:-\\w+)?\\b`),
  /(?<!nao )\b(?:vou|vamos|estou|estamos|estarei|estaremos)(?: estar)? (?:verificando|enviando|mandando|retornando|ligando|providenciando|encaminhando|resolvendo) (?:.{0,40}(?:amanha|hoje|em breve|logo|ate)\b)/,
  new RegExp(`(?<!nao )(?:\\b|-)(?:te |lhe |o |a )?(?:${FUTURE_PT})\\b`),
  /(?<!nao |nao me |se |so )\b(?:te|ja te|logo te|eu te|lhe|ja lhe) (?:ligo|mando|aviso|envio|retorno|respondo|confirmo|passo|falo|chamo|dou|atualizo|informo)\b/,
  /(?<!nao )\b(?:retorno|retornamos|respondo|respondemos|ligo|ligamos|entro em contato|entramos em contato|aviso|avisamos|mando|mandamos|envio|enviamos|entregamos)\b(?: (?:para|pra) (?:voce|vc|a senhora|o senhor))?.{0,25}\b(?:em (?:ate|instantes|breve|alguns|\d)|ate (?:amanha|hoje|as|sexta|segunda|terca|quarta|quinta|sabado|o fim)|ainda hoje|hoje|amanha|logo|daqui a|assim que)\b/,
  /\b(?:deixa|deixe)(?: eu|-me| me)? (?:\w+ )?(?:ver|verificar|checar|confirmar|consultar|perguntar|conferir)\b/,
  /(?<!nao )\b(?:sera|serao|vai ser|vao ser|ira ser|esta sendo) (?:enviad|entregu|devolvid|feit|realizad|processad|reembolsad|estornad|trocad|despachad|postad|resolvid|creditad)\w+/,
  /(?<!nao )\b(?:voce|vc|a senhora|o senhor) (?:vai|ira) (?:receber|ter)\b|\b(?:voce|vc) recebera\b|\b(?:nossa equipe|nosso time|um colega|um atendente|alguem|a equipe|seu pedido|sua encomenda) (?:vai|ira) (?:\w+ )?(?:ligar|entrar em contato|retornar|responder|chegar|enviar|verificar|ser|resolver|falar|chamar)\b/,
  /\b(?:prometo|prometemos|garanto|garantimos|pode deixar|deix[ae] comigo)\b/,
  new RegExp(`\\ba gente (?:ja |logo )?vai ${CLITICS}(?:${VERBS_PT})\\b`),
  /\ba gente (?:ja |logo |so )?(?:te|lhe) (?:liga|manda|avisa|envia|retorna|responde|confirma|passa|fala|chama|da|atualiza|informa|devolve|entrega)\b/,
  new RegExp(`(?<!no )\\b(?:voy|vamos) a ${CLITICS}(?:${VERBS_ES})(?:te|le|les|lo|la)*\\b`),
  new RegExp(`(?<!no )\\b(?:(?:te|le|les|lo|la|se lo) )?(?:${FUTURE_ES})`),
  /(?<!no )\b(?:te|le|les|ya te|ya le|ahora le) (?:llamo|llamamos|aviso|avisamos|mando|mandamos|envio|enviamos|confirmo|confirmamos|respondo|respondemos|escribo|paso)\b|\b(?:nos comunicamos|me comunico|nos pondremos en contacto|me pondre en contacto|dejame (?:ver|revisar|consultar|verificar)|dejeme (?:ver|revisar|consultar|verificar))\b/,
  /\b(?:sera|seran|va a ser) (?:enviad|entregad|devuelt|reembolsad|cambiad|despachad)\w+|\busted (?:va a|recibira)\b|\bnuestro equipo (?:le|te|lo|la) \w+ra\b/,
];
const DENIED =
  /\b(?:won't|will not|cannot|can't|not going to|unable to|nao (?:vou|vamos|irei|iremos|consigo|posso|podemos)|no (?:voy|vamos|puedo|podemos|podre))\b/;
const CONDITION = /^(?:if|when|se|quando|si|cuando|caso|as soon as you|assim que voce)\b[^,]*$/;

const LENGTH =
  /\b(?:in|within|em ate|em|dentro de|daqui a|daqui|en|in about|within the next|nos proximos|nas proximas|in the next)\s+(?:cerca de |mais |about |up to |ate |maximo de |unos |the next )?(\d{1,3}|an?|uma?|un|half an|meia|media|two|three|dois|duas|tres|couple of|a couple of|a few|alguns|algumas)\s?(?:(?:-|–|to|a|ou|or)\s?(\d{1,3})\s?)?(?:business |working )?(minutes?|mins?|minutos?|hours?|hrs?|h|horas?|days?|dias?|weeks?|semanas?|instantes|moments?|momentos?)\b/;
const PARTS_OF_DAY: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:in the morning|tomorrow morning|this morning|de manha|pela manha|na parte da manha|por la manana|a primera hora|first thing|logo cedo|amanha cedo|manana temprano)\b/,
    '09:00',
  ],
  [/\b(?:noon|meio[- ]dia|mediodia|lunchtime)\b/, '12:00'],
  [
    /\b(?:afternoon|a tarde|pela tarde|de tarde|por la tarde|na parte da tarde|amanha tarde|hoje tarde)\b/,
    '15:00',
  ],
  [
    /\b(?:end of (?:the )?day|eod|fim do dia|final do dia|fin del dia|fim da tarde|final da tarde|close of business)\b/,
    '18:00',
  ],
  [/\b(?:evening|tonight|a noite|de noite|pela noite|hoje noite|por la noche|esta noche)\b/, '19:00'],
];
const SOON =
  /\b(?:later today|mais tarde|mas tarde|ainda hoje|shortly|soon|right away|em breve|daqui a pouco|ja ja|logo mais|en breve|pronto|em instantes|in a moment|in a bit|in a few minutes)\b/;

/** Finds the sentences of a text that promise something we will do, and when it is due. */
export function findPromises(text: string, now: LocalTime): FoundPromise[] {
  const found: FoundPromise[] = [];
  for (const { start, end } of sentencesOf(text)) {
    const quote = text.slice(start, end);
    if (isPromise(fold(quote))) found.push({ start, end, quote, due: dueOf(quote, now) });
  }
  return found;
}

function isPromise(folded: string): boolean {
  if (DENIED.test(folded) && !/,|\b(?:but|mas|pero)\b/.test(folded)) return false;
  if (
    /\?\s*$/.test(folded) &&
    /^(?:\W*)(?:can|could|may|should|posso|podemos|puedo|quer que|do you want)\b/.test(folded)
  )
    return false;
  if (CONDITION.test(folded)) return false;
  return PATTERNS.some((pattern) => pattern.test(folded));
}

/** Returns when a sentence says that something is due; the time of day is null when only the day is said. */
export function dueOf(sentence: string, now: LocalTime): FoundPromise['due'] {
  const folded = fold(sentence);
  const length = LENGTH.exec(folded);
  if (length) return after(length, now);
  const times = findTimes(folded, now.date);
  const part = PARTS_OF_DAY.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
  const time = times.findLast(({ kind }) => kind === 'time')?.values.at(-1) ?? part;
  const day = firstDay(times, now.date);
  if (day !== null) return { date: day, time };
  if (time !== null) return { date: time > now.time ? now.date : addDays(now.date, 1), time };
  return SOON.test(folded) ? { date: now.date, time: null } : null;
}

function after([, written = '', upTo, unit = '']: RegExpExecArray, now: LocalTime): FoundPromise['due'] {
  const count = Number(upTo ?? written) || countOf(written);
  if (/^(?:instante|moment)/.test(unit)) return later(now, 15);
  if (unit.startsWith('mi')) return later(now, count);
  if (unit.startsWith('h')) return later(now, count * 60);
  const days = /^(?:week|semana)/.test(unit) ? count * 7 : count;
  return { date: addDays(now.date, Math.ceil(days)), time: null };
}

function countOf(written: string): number {
  if (/half|meia|media/.test(written)) return 0.5;
  if (/two|dois|duas|couple/.test(written)) return 2;
  return /three|tres|few|algun|alguma/.test(written) ? 3 : 1;
}

function later(now: LocalTime, minutes: number): { date: Day; time: string } {
  const [hours = 0, mins = 0] = now.time.split(':').map(Number);
  const total = hours * 60 + mins + Math.round(minutes);
  const date = addDays(now.date, Math.floor(total / 1440));
  return { date, time: `${pad(Math.floor((total % 1440) / 60))}:${pad(total % 60)}` };
}

function firstDay(times: readonly FoundTime[], today: Day): Day | null {
  for (const { kind, values } of times) {
    const [value] = values;
    if (kind !== 'date' || value === undefined) continue;
    const day = upcoming(value, today);
    if (day !== null) return day;
  }
  return null;
}

function upcoming(value: string, today: Day): Day | null {
  const year = Number(today.slice(0, 4));
  if (value.startsWith('weekday:')) return nextWeekday(today, Number(value.slice(8)));
  if (value.startsWith('--')) {
    const thisYear = `${year}${value.slice(1)}`;
    return thisYear >= today ? thisYear : `${year + 1}${value.slice(1)}`;
  }
  if (value.startsWith('day:')) return nextWithDay(Number(value.slice(4)), today);
  return /^\d{4}-/.test(value) && value >= today ? value : null;
}

function nextWithDay(day: number, today: Day): Day | null {
  for (let ahead = 0; ahead < 62; ahead += 1) {
    const candidate = addDays(today, ahead);
    if (Number(candidate.slice(-2)) === day) return candidate;
  }
  return null;
}
