import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/inference.md', 'utf8');
const sources = execFileSync('git', ['ls-files', 'server/inference/**/*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Programs never meet these: a name that is not allowed asked for the metrics, and a request of the server itself. */
const OPERATORS = ['host_not_allowed', 'shed'];

it('the page of the endpoint explains every error that programs can get', () => {
  const thrown = [...sources.matchAll(/new OpenAiError\(\s*(\d{3}),\s*'([a-z_]+)'/g)];
  const pairs = [...new Set(thrown.map(([, status, code]) => `| ${status} | \`${code}\` |`))];
  expect(pairs.length).toBeGreaterThan(15);
  const isForPrograms = (pair: string) => !OPERATORS.some((code) => pair.includes(code));
  expect(pairs.filter((pair) => isForPrograms(pair) && !page.includes(pair))).toEqual([]);
});
