import { sentenceReader } from '../../shared/domain/reasons/define-reasons.ts';
import { currentLanguage, sentencePatterns, t } from './i18n.ts';

/**
 * The sentences that come without a code: of the contract, the desktop's main process, and errors of the server, which
 * can be reasons too. Their English texts are the patterns.
 */
const createReaders = ({ sentences, reasons }: NonNullable<ReturnType<typeof sentencePatterns>>) => [
  ...Object.entries(sentences).map(([part, texts]) => ({
    read: sentenceReader<string>(texts),
    keyOf: (code: string) => `sentences:${part}.${code}`,
  })),
  ...(['channel', 'models'] as const).map((subject) => ({
    read: sentenceReader<string>(reasons[subject]),
    keyOf: (code: string) => `reasons:${subject}.${code}`,
  })),
];

let readers: ReturnType<typeof createReaders> | undefined;

/** Translates an English sentence that has no code into the current language. Returns an unknown one as it is. */
export function translateSentence(sentence: string): string {
  const patterns = currentLanguage() === 'en' ? null : sentencePatterns();
  if (patterns === null) return sentence;
  readers ??= createReaders(patterns);
  for (const { read, keyOf } of readers) {
    const found = read(sentence);
    if (found) return translate(keyOf(found.code), found.params);
  }
  return sentence;
}

/** The keys come from the resources themselves, as plain strings. */
const translate = t as (key: string, values: Record<string, string>) => string;
