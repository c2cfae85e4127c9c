import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The allowed count of each word, by top-level folder. LOWER_COUNTS=1 writes the lower counts of a run. */
const ALLOWED = 'test/architecture/language.allowed.json';
type Counts = Record<string, Record<string, number>>;

const READ = /\.(ts|tsx|mjs|cjs|css|html|md|yml|json|txt)$/;
/** Generated, in another language, or about the words themselves. */
const NOT_READ =
  /^(package-lock\.json|docs\/(released\/|openapi\.json|glossary\.md)|client\/generated\/|renderer\/locales\/pt-BR\/|test\/architecture\/language\.)/;
/** The command that everyone knows by this name, its option and its report. */
const FINE_NAMES = /npm run faults|"faults":|--faults|fault-report|faults\/[\w.{-]+/g;
/** Words that are allowed in test names. */
const FINE_IN_TEST_NAMES = new Set(['tell']);
const TEST_NAME = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(?:\\.|(?!\1).)*\1/g;

/** Reads the words to avoid from the table in docs/glossary.md. Maps each form of a word to the first one. */
function wordsToAvoid(): Map<string, string> {
  const table = /\| avoid \| write \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(
    readFileSync('docs/glossary.md', 'utf8'),
  );
  const forms = new Map<string, string>();
  for (const row of (table?.[1] ?? '').trimEnd().split('\n')) {
    const words = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    for (const word of words) forms.set(word, words[0] ?? word);
  }
  return forms;
}

/** Returns the words of a text in lower case, with `wishedAt` and `model-wishes` split into parts. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z'’]+/);
}

/** Counts the words to avoid in a text. */
function countIn(text: string, avoid: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = wordsOf(text);
  for (const word of words) {
    const entry = avoid.get(word.replace(/^['’]+|['’]+(?:s)?$/g, ''));
    if (entry !== undefined) add(entry);
  }
  for (const [phrase, entry] of avoid) {
    if (!phrase.includes(' ')) continue;
    const count = ` ${words.join(' ').replaceAll('’', "'")} `.split(` ${phrase} `).length - 1;
    for (let found = 0; found < count; found += 1) add(entry);
  }
  return counts;
}

/** Counts the words in the tracked files of each top-level folder, including the names of the files. */
function countAll(avoid: ReadonlyMap<string, string>): Counts {
  const counts: Counts = {};
  const names = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 16_000_000 });
  for (const file of names.split('\0')) {
    if (!READ.test(file) || NOT_READ.test(file) || !existsSync(file)) continue;
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : '.';
    const text = readFileSync(file, 'utf8');
    const testNames = /\.(test|spec)\.tsx?$/.test(file) ? (text.match(TEST_NAME) ?? []).join('\n') : '';
    const inTestNames = countIn(testNames, avoid);
    for (const [word, found] of countIn(`${file}\n${text}`.replace(FINE_NAMES, ''), avoid)) {
      const count = found - (FINE_IN_TEST_NAMES.has(word) ? (inTestNames.get(word) ?? 0) : 0);
      if (count === 0) continue;
      const words = counts[folder] ?? {};
      words[word] = (words[word] ?? 0) + count;
      counts[folder] = words;
    }
  }
  return counts;
}

const sorted = <Value>(record: Record<string, Value>): [string, Value][] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns the counts of a run, limited to the previously allowed ones. Omits counts of 0. */
function lowered(allowed: Counts | null, found: Counts): Counts {
  const folders = sorted(found).map(([folder, words]): [string, Record<string, number>] => [
    folder,
    Object.fromEntries(
      sorted(words)
        .map(([word, count]): [string, number] => [
          word,
          allowed ? Math.min(count, allowed[folder]?.[word] ?? 0) : count,
        ])
        .filter(([, count]) => count > 0),
    ),
  ]);
  return Object.fromEntries(folders.filter(([, words]) => Object.keys(words).length > 0));
}

/** Describes every count that differs from the allowed one. */
function differences(allowed: Counts, found: Counts): string[] {
  return [...new Set([...Object.keys(allowed), ...Object.keys(found)])].sort().flatMap((folder) =>
    [...new Set([...Object.keys(allowed[folder] ?? {}), ...Object.keys(found[folder] ?? {})])]
      .sort()
      .flatMap((word) => {
        const most = allowed[folder]?.[word] ?? 0;
        const count = found[folder]?.[word] ?? 0;
        if (count > most) {
          return [
            `${folder}: "${word}" occurs ${count} times, ${most} allowed: use a word from docs/glossary.md`,
          ];
        }
        if (count < most)
          return [`${folder}: "${word}" occurs ${count} times, ${most} allowed: lower the number`];
        return [];
      }),
  );
}

describe('the language of the repository', () => {
  const avoid = wordsToAvoid();

  it('has no more words to avoid than allowed (LOWER_COUNTS=1 lowers the numbers)', () => {
    const found = countAll(avoid);
    const known = existsSync(ALLOWED) ? (JSON.parse(readFileSync(ALLOWED, 'utf8')) as Counts) : null;
    if (process.env.LOWER_COUNTS === '1') {
      writeFileSync(ALLOWED, `${JSON.stringify(lowered(known, found), null, 2)}\n`);
    }
    const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8')) as Counts;
    expect(differences(allowed, found)).toEqual([]);
  });

  it('reads the table of the glossary', () => {
    expect(avoid.size).toBeGreaterThan(20);
    expect(avoid.get('wishes')).toBe('wish');
  });

  it.each([
    ['const wishedAt = model_wishes; // A wish.', { wish: 3 }],
    ['WishRow, openDoor(), notice-desk.ts, FAULTS', { wish: 1, door: 1, desk: 1, fault: 1 }],
    ["the door's key; whoever’s turn", { door: 1, whoever: 1 }],
    ['default, DEFAULT, defaultValue, desktop, retell, filmstrip, outdoors', {}],
    ['Its last\n day is over; nobody’s leave', { 'last day': 1, "nobody's leave": 1 }],
  ])('counts the words of %s as %o', (text, expected) => {
    expect(Object.fromEntries(countIn(text, avoid))).toEqual(expected);
  });

  it('fails for a higher count, and for a lower one until the number is lowered', () => {
    const allowed = { server: { fault: 2, gone: 1 } };
    expect(differences(allowed, { server: { fault: 3 }, docs: { wish: 1 } })).toEqual([
      'docs: "wish" occurs 1 times, 0 allowed: use a word from docs/glossary.md',
      'server: "fault" occurs 3 times, 2 allowed: use a word from docs/glossary.md',
      'server: "gone" occurs 0 times, 1 allowed: lower the number',
    ]);
    expect(lowered(allowed, { server: { fault: 3, gone: 0 }, docs: { wish: 1 } })).toEqual({
      server: { fault: 2 },
    });
  });
});
