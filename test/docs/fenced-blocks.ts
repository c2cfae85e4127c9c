/** A fenced block of a guide, with what the guide says comes of it. */
export interface Block {
  language: 'sh' | 'ts';
  /** The name behind the language, for a file that others import. */
  file: string | null;
  code: string;
  line: number;
  /** What is printed, as JSON that has at least this, or as text. */
  expected: { language: 'json' | 'text'; text: string } | null;
  /** The comment before it, which tells the test what else must happen. */
  stage: string | null;
}

const FENCE =
  /^(?:<!-- (?<stage>.*?) -->\n+)?```(?<language>\w+)(?: (?<file>\S+))?\n(?<code>[\s\S]*?)^```$/gm;

/** The programs of a guide in their order; a `json` or `text` block says what the one before it prints. */
export function programsOf(markdown: string): Block[] {
  const programs: Block[] = [];
  for (const match of markdown.matchAll(FENCE)) {
    const { stage = null, language, file = null, code = '' } = match.groups ?? {};
    const line = markdown.slice(0, match.index).split('\n').length;
    if (language === 'sh' || language === 'ts') {
      programs.push({ language, file, code, line, expected: null, stage });
    } else if (language === 'json' || language === 'text') {
      const last = programs.at(-1);
      if (!last || last.expected) throw new Error(`line ${line}: an outcome without a program`);
      last.expected = { language, text: code };
    } else {
      throw new Error(`line ${line}: nobody knows how to check a block of ${language}`);
    }
  }
  return programs;
}

/** Whether `actual` has all of `expected`; a text that ends in … stands for all that begin so. */
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
