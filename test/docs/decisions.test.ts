import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/decisions';
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const pages = readdirSync(FOLDER).filter((file) => /^\d{4}-.+\.md$/.test(file));
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 16_000_000 })
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs|cjs|css|md)$/.test(file) && existsSync(file));

describe('docs/decisions', () => {
  it.each(pages)('%s has a title and a status, and is in the index with both', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const number = file.slice(0, 4);
    const title = new RegExp(`^# ${number} (.+)$`, 'm').exec(text)?.[1];
    const status = /^- \*\*Status[:.]\*\* (accepted|amended|superseded by \d{4})/im.exec(text)?.[1];
    expect({ title, status }).toEqual({ title: expect.any(String), status: expect.any(String) });
    const line = index.split('\n').find((row) => row.startsWith(`| [${number}](${file}) |`));
    expect(line?.toLowerCase()).toBe(`| [${number}](${file}) | ${title} | ${status} |`.toLowerCase());
  });

  it('has a page for every number that code and documents refer to', () => {
    const known = new Set(pages.map((file) => file.slice(0, 4)));
    const unknown = tracked.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdecisions? (\d{4})\b/gi)]
        .filter(([, number = '']) => !known.has(number))
        .map(([reference]) => `${file}: ${reference}`),
    );
    expect(unknown).toEqual([]);
  });
});

it('links in documents refer to existing files', () => {
  const broken = tracked
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    );
  expect(broken).toEqual([]);
});
