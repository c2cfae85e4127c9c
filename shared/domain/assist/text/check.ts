import { changeBetweenTexts } from '../edit-distance.ts';
import type { Day } from './calendar.ts';
import { findFacts } from './facts.ts';
import { GAP } from './findings.ts';
import { fold, type Span, wordsOf } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';
import { findLeaks } from './leaks.ts';
import { gatherKnowledge, isSupported } from './support.ts';

/** What can be wrong with a text that a person wrote. */
export type CheckKind = 'placeholder' | 'leak' | 'wrong_name' | 'attachment' | 'window' | 'new_fact';

/** One thing to look at before sending, and where it stands. Only placeholders and leaks block. */
export interface CheckFinding extends Span {
  kind: CheckKind;
  isBlocking: boolean;
}

export interface CheckOptions {
  /** The contact's name as it is shown; null when it is not known. */
  contactName: string | null;
  /** Names of the members, whom a text may greet too. */
  memberNames?: readonly string[];
  hasAttachment: boolean;
  /** Whether free text can be sent now. */
  windowIsOpen: boolean;
  /** Emails, phones and codes of the text that belong to other contacts only. */
  knownToOthers?: readonly string[];
  /** The prepared reply that the text began as; missing: it is a person's own. */
  began?: Suggested | undefined;
}

/** A prepared reply that a person took and may have changed since. */
export interface Suggested {
  text: string;
  /** What else a fact may come from: the conversation and the contact. */
  sources: readonly string[];
  today: Day;
}

const PLACEHOLDERS: readonly RegExp[] = [
  /\[(?:…|\.\.\.|fact\?|[^\]\n]{0,30}\?|(?:your|insert|add|name|date|price|link|customer|nome|data|pre[cç]o|valor|seu|sua|inserir|cliente|endere[cç]o|nombre|fecha|precio)\b[^\]\n]{0,30}|[A-Z_ ]{3,30}|x{2,}|_{2,}|\s*)\](?!\()/gi,
  /\{\{[^}\n]{0,60}\}\}/g,
  /(?<![\w{])\{[a-z_ ]{2,30}\}/gi,
  /<(?:name|nome|nombre|date|data|link|insert[^>\n]*|inserir[^>\n]*|your [^>\n]+|seu [^>\n]+|sua [^>\n]+)>/gi,
  /(?<![\p{L}\p{N}$])X{2,}(?:[/:.,-]X{1,})*(?![\p{L}\p{N}])/gu,
  /\bR?\$\s?(?:_{2,}|x{2,}|\?{1,})/gi,
  /_{3,}|\?{4,}/g,
  /\b(?:TODO|TBD|lorem ipsum)\b/g,
];
const SHIRT_SIZE = /^X{2,3}L?$/;
const ATTACHED = [
  /\b(?:attached|attaching|i(?:'ve| have) attached|enclosed|see (?:the )?attachment|in the attachment)\b/g,
  /\b(?:em anexo|anexo (?:o|a|os|as|aqui|segue|abaixo)|(?:segue|seguem|vai|vao)(?: (?:o|a|os|as|aqui|em))* (?:anex\w+|foto|fotos|imagem|arquivo|comprovante|boleto|pdf|video|nota fiscal)|anexei|anexad[oa]s?|no anexo)\b/g,
  /\b(?:adjunto|adjunta|adjuntos|adjuntamos|en el adjunto)\b/g,
  /\b(?:here(?:'s| is| are) (?:the|a|your) (?:photo|image|file|document|pdf|video|receipt|invoice)s?|(?:the |a )?(?:photo|file|pdf|document) below)\b/g,
];
const NOT_ATTACHED =
  /\b(?:not|no|without|please|could you|can you|voce|you|nao|sem|pode|poderia|favor|por favor|puede|sin|your|seu|sua|esta(?:va)?|mando[us]?|enviou|sent) (?:\w+ ){0,4}$/;
const GREETING =
  /^\W*(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|oi|ola|opa|bom dia|boa tarde|boa noite|prezad[oa]|car[oa]|querid[oa]|hola|buen(?:os|as) (?:dias|tardes|noches)|estimad[oa])[ ,]+)(?:(?:again|tudo bem|dear|sr|sra|mr|mrs|ms|senhora?|dona|seu)[. ,]+)*/;
/** Words after a greeting that greet everyone. */
const EVERYONE = new Set(
  `there all everyone team you sir madam again thanks thank tudo bem pessoal todos gente voce voces senhor senhora amigo amiga
  cliente moco moca turma que como a o we i this our your nos obrigado obrigada segue sim nao claro gracias todo todos por here is the
  it yes no just sorry desculpe estou estamos vou vamos temos seu sua aqui para your order happy welcome bem`.split(
    /\s+/,
  ),
);

/** Looks at a text before a person sends it. Finds what was left open, and what the reader must not see. */
export function checkBeforeSend(text: string, options: CheckOptions): CheckFinding[] {
  const folded = fold(text);
  const findings: CheckFinding[] = [];
  const add = (kind: CheckKind, span: Span, isBlocking = false) => {
    const isKnown = findings.some((one) => one.kind === kind && one.start < span.end && span.start < one.end);
    if (!isKnown) findings.push({ kind, start: span.start, end: span.end, isBlocking });
  };
  for (const pattern of PLACEHOLDERS)
    for (const match of text.matchAll(pattern))
      if (!isShirtSize(text, match)) add('placeholder', spanOf(match), true);
  for (const leak of findLeaks(text, options.knownToOthers ?? [])) add('leak', leak, true);
  const name = wrongName(text, folded, options);
  if (name) add('wrong_name', name);
  if (!options.hasAttachment && !hasLink(text))
    for (const pattern of ATTACHED)
      for (const match of folded.matchAll(pattern))
        if (!NOT_ATTACHED.test(folded.slice(Math.max(0, match.index - 30), match.index)))
          add('attachment', spanOf(match));
  for (const fact of options.began ? changedFacts(text, options.began) : []) add('new_fact', fact);
  if (!options.windowIsOpen) add('window', { start: 0, end: text.length });
  return findings.sort((one, other) => one.start - other.start);
}

/** Returns the emails, phones and codes of a text whose owner must be looked up, at most `max`. */
export function identifiersToCheck(text: string, max: number): string[] {
  const found = findIdentifiers(text).filter(({ kind }) => kind !== 'url' && kind !== 'document');
  return [...new Set(found.map(({ start, end }) => text.slice(start, end)))].slice(0, max);
}

/**
 * Finds facts that were changed in a prepared reply, or added to it. So many as it had gaps were missing: a person fills
 * them. Of a text that has little of the reply left, nothing is said.
 */
function changedFacts(text: string, { text: suggested, sources, today }: Suggested): Span[] {
  if (changeBetweenTexts(suggested, text) === 'heavy') return [];
  const known = gatherKnowledge([suggested, ...sources], today);
  const added = findFacts(text, today).filter(
    (fact) => fact.kind !== 'name' && !isSupported(fact, text, known, today),
  );
  return added.length <= suggested.split(GAP).length - 1 ? [] : added;
}

/** Finds a name in the greeting that is neither the contact's nor a member's. */
function wrongName(text: string, folded: string, options: CheckOptions): Span | null {
  const { contactName, memberNames = [] } = options;
  const known = [contactName ?? '', ...memberNames].flatMap(wordsOf);
  if (contactName === null || !/\p{L}/u.test(contactName)) return null;
  const greeting = GREETING.exec(folded)?.[0];
  if (greeting === undefined) return null;
  const name = /^[\p{L}'’-]+/u.exec(text.slice(greeting.length))?.[0];
  if (name === undefined || name.length < 2) return null;
  const bare = fold(name);
  if (EVERYONE.has(bare) || known.some((word) => isSameName(word, bare))) return null;
  // A small letter is a name only where nothing but a comma or the end of the line follows.
  const isCapital = /^\p{Lu}/u.test(name);
  const rest = text.slice(greeting.length + name.length);
  if (!isCapital && !/^\s*(?:[,!.\n]|$)/.test(rest)) return null;
  return { start: greeting.length, end: greeting.length + name.length };
}

/** Ana and Aninha, Rob and Robert, Jéssica and Jessica: one may be short for the other. */
function isSameName(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 2 && long.startsWith(short.slice(0, Math.max(2, short.length - 1)));
}

function isShirtSize(text: string, match: RegExpExecArray): boolean {
  if (!SHIRT_SIZE.test(match[0])) return false;
  const around = fold(text.slice(Math.max(0, match.index - 24), match.index + match[0].length + 12));
  return /\b(?:size|sizes|tamanho|tam|talla|gg|xl|camiseta|shirt)\b/.test(around);
}

function hasLink(text: string): boolean {
  return /https?:\/\/|www\./.test(text);
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}
