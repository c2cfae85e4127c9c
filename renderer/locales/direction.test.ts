import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The number of physical sides allowed, by file. Numbers may only decrease; unlisted files may have none. */
const ALLOWED: Readonly<Record<string, number>> = {};

/** CSS sides that do not mirror in right-to-left text. */
const PHYSICAL = [
  /(?:^|[^-\w])(?:left|right)\s*:/,
  /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /\bborder-(?:top|bottom)-(?:left|right)-radius\b/,
  /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
];
const FOUR_SIDES = /\b(?:margin|padding|inset|border-width)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+([^\s;]+);/;

function isPhysical(line: string): boolean {
  const [, , right, , left] = FOUR_SIDES.exec(line) ?? [];
  return right !== left || PHYSICAL.some((pattern) => pattern.test(line));
}

function physicalLines(css: string): string[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
  return code.split('\n').filter(isPhysical);
}

it('styles use logical sides that follow the writing direction', () => {
  const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort();
  expect(files.length).toBeGreaterThan(0);
  const found = files.map(
    (file) => [file, physicalLines(readFileSync(`renderer/${file}`, 'utf8')).length] as const,
  );
  expect(Object.fromEntries(found.filter(([, count]) => count > 0))).toEqual(ALLOWED);
});

it('finds physical sides, but not logical or symmetric ones', () => {
  const css = `
    .a { /* left: 0 */
      padding-left: 1px;
      right: 0;
      text-align: left;
      margin: 0 1px 0 2px;
      margin: 0 1px 2px 1px;
      inset-inline-end: 0;
      border-bottom-right-radius: 4px;
      text-align: start;
    }`;
  expect(physicalLines(css)).toHaveLength(5);
});
