/** The languages of snippets: their names by the language of their blocks. */
export const LANGUAGES: Readonly<Record<'sh' | 'ts' | 'python', string>>;
export function translationsOf(code: string, operations: readonly object[]): { ts?: string; python?: string };
export function samplesOf(
  operations: readonly object[],
): Record<string, { TypeScript: string; Python: string }>;
