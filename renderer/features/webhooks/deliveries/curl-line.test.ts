import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

/** The words that a shell makes of the command, with `curl` replaced by something that prints them. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('reaches curl as it was sent, whatever the body has in it', () => {
  const body = `{"content":"It's $HOME \`id\` \\\\ \\"quoted\\"\\n"}`;
  const headers = [
    ['content-type', 'application/json'],
    ['webhook-id', 'evt_1'],
  ] as const;
  expect(wordsOf(curlLine('https://example.com/h?a=1&b=2', headers, body))).toEqual([
    ...['-X', 'POST', 'https://example.com/h?a=1&b=2'],
    ...['-H', 'content-type: application/json', '-H', 'webhook-id: evt_1', '--data-raw', body],
  ]);
});

it('has no value of the headers of one’s own, and nothing that belongs to a connection', () => {
  const headers = [
    ['Host', 'example.com'],
    ['Content-Length', '2'],
    ['authorization', '(not shown)'],
  ] as const;
  const words = wordsOf(curlLine('https://example.com', headers, '{}'));
  expect(words).toEqual([
    ...['-X', 'POST', 'https://example.com', '-H', 'authorization: YOUR_VALUE', '--data-raw', '{}'],
  ]);
});
