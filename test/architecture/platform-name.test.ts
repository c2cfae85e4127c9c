import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * People and integrators know the platform as WhatsApp (decision 0313). Code, comments and documents for developers
 * call it the platform.
 */
const OTHER_NAME = /\b(?:the|messaging) platform\b|\bplatform ids?\b|\bplataforma\b/i;

/**
 * What people, operators and integrators read: texts of the programs, and documents. The sandbox is a platform of its own,
 * but for the phone that people see.
 */
const READ =
  /^(?:README\.md|(?:shared|server|renderer|electron)\/.*\.(?:ts|tsx|json)|docs\/(?:openapi\.json|(?:integrators|errors|recipes|changelog|limits|automation|connect-a-number|features|operators)\.md))$/;
const NOT_READ = /\.test\.tsx?$|^server\/sandbox\/(?!phone\/)/;

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)/;
const COMMENT_AT_END = /(?:\/\/ |\/\*\*? ).*$/;

/** Returns the lines with the other name, as `file:line: text`. Comments of TypeScript are not searched. */
function linesWithOtherName(file: string, text: string): string[] {
  const isCode = /\.tsx?$/.test(file);
  return text.split('\n').flatMap((line, index) => {
    if (isCode && COMMENT_LINE.test(line)) return [];
    const read = isCode ? line.replace(COMMENT_AT_END, '') : line;
    return OTHER_NAME.test(read) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
  });
}

it('texts for people and integrators say WhatsApp', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 16_000_000 })
    .split('\0')
    .filter((file) => READ.test(file) && !NOT_READ.test(file) && existsSync(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => linesWithOtherName(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it.each([
  ['a.json', '"text": "A plataforma não respondeu."', 1],
  ['a.ts', "const text = 'The messaging platform did not respond.';", 1],
  ['a.ts', '/** The platform’s codes. */\n  // The platform says so.\nconst a = 1; // of the platform', 0],
  ['a.ts', "const codes = ['platform_refused', 'isOnPlatform'];", 0],
  ['a.md', '* The platform says so.', 1],
])('in %s, %j has %i lines with the other name', (file, text, count) => {
  expect(linesWithOtherName(file, text)).toHaveLength(count);
});
