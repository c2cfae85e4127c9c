import { readFileSync } from 'node:fs';
import type { CatchUpCase } from '../../../server/flows/assist/golden/conversation-cases.ts';
import { type GoldenLanguage, readTerms } from '../../../server/flows/assist/golden/draft-case.ts';
import { GOLDEN_SHOPS } from '../../../server/flows/assist/golden/shops.ts';
import type { CORRECTED, TRANSLATED, UNCHANGED } from '../../../server/flows/assist/golden/text-cases.ts';

/**
 * The cases that a qualification run does not ask for. Together with those of `server/flows/assist/golden` they are the
 * golden set of texts and summaries. In the files a case is a few lines:
 *
 *     < text        what is given; of a conversation, a message of the customer
 *     > text        a message of ours
 *     + text        a text that is right; of a summary, a line with the number of its message before it
 *     - text        a tempting text that is wrong; of a summary, such a line
 *     must a|b; c   what a right text says: one of the alternatives of each part
 *     not a; b      what no text may say
 */
type Tempting<Case> = Case & { wrong: string };
export type MoreCorrected = Tempting<(typeof CORRECTED)[number]>;
export type MoreTranslated = Tempting<(typeof TRANSLATED)[number]>;
export type MoreTakenOver = CatchUpCase & { wrong: readonly [at: number, text: string] };

/** Reads the texts of a language: those that are right, those with mistakes, and those to translate. */
export function readTexts(language: GoldenLanguage) {
  const parts = new Map(
    read(`texts.${language}.txt`)
      .split('## ')
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return [name, lines.join('\n').trim()] as const;
      }),
  );
  const cases = (name: string) => (parts.get(name) ?? '').split('\n\n').map((part) => readCase(part));
  const unchanged = (parts.get('unchanged') ?? '').split('\n');
  return {
    unchanged: unchanged.map((text): (typeof UNCHANGED)[number] => ({ language, text })),
    corrected: cases('corrected').map((one): MoreCorrected => ({ ...one, language })),
    translated: cases('translated').map(
      (one): MoreTranslated => ({ ...one, language, to: language === 'en' ? 'pt-BR' : 'en' }),
    ),
  };
}

/** Reads the conversations of a language that a colleague takes over. */
export function readTakenOvers(language: GoldenLanguage): MoreTakenOver[] {
  return `\n${read(`catch-up.${language}.txt`)}`
    .split('\n# ')
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.trim().split('\n');
      const [, shop = '', customer = ''] = /^(\S+) (.+)$/.exec(head) ?? [];
      const [wrong] = linesOf(lines, '-').map(numbered);
      if (!(shop in GOLDEN_SHOPS) || !wrong) throw new Error(`a conversation begins with: ${head}`);
      return {
        ...{ language, customer, shop: shop as CatchUpCase['shop'], wrong },
        chat: lines.flatMap((line) =>
          line.startsWith('< ') ? [line.slice(2)] : line.startsWith('> ') ? [line] : [],
        ),
        right: linesOf(lines, '+').map(numbered),
        ...termsOf(lines),
      };
    });
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function readCase(part: string) {
  const lines = part.split('\n');
  const one = (sign: string) => (linesOf(lines, sign)[0] ?? '').replaceAll('\\n', '\n');
  return { text: one('<'), right: one('+'), wrong: one('-'), ...termsOf(lines) };
}

function termsOf(lines: readonly string[]) {
  const its = (sign: string) => linesOf(lines, sign).flatMap(readTerms);
  return { must: its('must'), not: its('not') };
}

function linesOf(lines: readonly string[], sign: string): string[] {
  return lines.flatMap((line) => (line.startsWith(`${sign} `) ? [line.slice(sign.length + 1)] : []));
}

function numbered(line: string): readonly [number, string] {
  const [at = '', ...words] = line.split(' ');
  return [Number(at), words.join(' ')];
}
