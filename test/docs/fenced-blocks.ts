/** A fenced code block of a guide, with its expected output. */
export interface Block {
  language: 'sh' | 'ts' | 'python';
  /** The name after the language, for a file that others import. */
  file: string | null;
  code: string;
  line: number;
  /** The expected output: JSON that has at least these fields, or text. */
  expected: { language: 'json' | 'text'; text: string } | null;
  /** The comment before the block, an instruction for the test. */
  stage: string | null;
}

const FENCE =
  /^(?:<!-- (?<stage>.*?) -->\n+)?```(?<language>\w+)(?: (?<file>\S+))?\n(?<code>[\s\S]*?)^```$/gm;

/**
 * Returns the programs of a guide in order. A `json` or `text` block is the output of the program before it.
 */
export function programsOf(markdown: string): Block[] {
  const programs: Block[] = [];
  for (const match of markdown.matchAll(FENCE)) {
    const { stage = null, language, file = null, code = '' } = match.groups ?? {};
    const line = markdown.slice(0, match.index).split('\n').length;
    if (language === 'sh' || language === 'ts' || language === 'python') {
      programs.push({ language, file, code, line, expected: null, stage });
    } else if (language === 'json' || language === 'text') {
      const last = programs.at(-1);
      if (!last || last.expected) throw new Error(`line ${line}: an output without a program`);
      last.expected = { language, text: code };
    } else {
      throw new Error(`line ${line}: blocks of ${language} cannot be checked`);
    }
  }
  return programs;
}

/**
 * Whether `actual` has everything in `expected`. A text that ends in … matches all texts with that beginning.
 */
export function hasAllOf(actual: unknown, expected: unknown): boolean {
  if (typeof expected === 'string' && expected.endsWith('…')) {
    return typeof actual === 'string' && actual.startsWith(expected.slice(0, -1));
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((one, at) => hasAllOf(actual[at], one));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false;
    return Object.entries(expected).every(([key, one]) => hasAllOf((actual as never)[key], one));
  }
  return actual === expected;
}
