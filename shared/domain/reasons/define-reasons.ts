/** The names of the gaps in a sentence: `'url'` for `Cannot reach {{url}}.` */
type Gap<Sentence extends string> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Gap<Rest>
  : never;

type Values<Sentence extends string> = [Gap<Sentence>] extends [never]
  ? []
  : [values: Readonly<Record<Gap<Sentence>, string | number>>];

/** A sentence that was recognized: its code, and the values in its gaps. */
export interface Reason<Code extends string = string> {
  code: Code;
  params: Record<string, string>;
}

/**
 * Defines the sentences of one subject, by stable codes. Programs and screens use the code, people who read the API
 * the English sentence. The code is derived from the sentence, so that only the sentence is stored.
 */
export function defineReasons<const Sentences extends Readonly<Record<string, string>>>(
  sentences: Sentences,
) {
  type Code = keyof Sentences & string;
  const read = sentenceReader<Code>(sentences);
  return {
    sentences,
    /** Returns the English sentence of a code. */
    write<Own extends Code>(code: Own, ...[values]: Values<Sentences[Own]>): string {
      const given: Readonly<Record<string, string | number>> = values ?? {};
      const sentence: string | undefined = sentences[code];
      return (sentence ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(given[name] ?? ''));
    },
    /**
     * Returns the code of a sentence and the values in it; a null code for any other sentence. Also reads sentences
     * that were stored when WhatsApp was still called the platform.
     */
    read(sentence: string | null): { code: Code | null; params: Record<string, string> } {
      if (sentence === null) return { code: null, params: {} };
      return read(sentence) ?? read(inPresentWords(sentence)) ?? { code: null, params: {} };
    },
  };
}

/** Returns a stored sentence with the names that sentences use now. */
function inPresentWords(sentence: string): string {
  return sentence
    .replace(/\bthe (?:messaging )?platform\b/gi, 'WhatsApp')
    .replace(/\bin (?:WhatsApp’s|its) business settings\b/g, 'in WhatsApp Manager');
}

/** Returns a function that recognizes these sentences, the most specific one first; it returns null for any other. */
export function sentenceReader<Code extends string>(
  sentences: Readonly<Record<Code, string>>,
): (sentence: string) => Reason<Code> | null {
  let patterns: { code: Code; pattern: RegExp }[] | null = null;
  return (sentence) => {
    patterns ??= (Object.entries(sentences) as [Code, string][])
      .toSorted(([, one], [, other]) => fixedLength(other) - fixedLength(one))
      .map(([code, text]) => ({ code, pattern: patternOf(text) }));
    for (const { code, pattern } of patterns) {
      const match = pattern.exec(sentence);
      if (match) return { code, params: { ...match.groups } };
    }
    return null;
  };
}

function fixedLength(sentence: string): number {
  return sentence.replace(/\{\{\w+\}\}/g, '').length;
}

/** `at most {{max}} tags` finds `at most 50 tags`. A gap that comes twice has the same value in both places. */
function patternOf(sentence: string): RegExp {
  const named = new Set<string>();
  const source = sentence.split(/\{\{(\w+)\}\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    if (named.has(part)) return `\\k<${part}>`;
    named.add(part);
    return `(?<${part}>.+)`;
  });
  return new RegExp(`^${source.join('')}$`, 'su');
}
