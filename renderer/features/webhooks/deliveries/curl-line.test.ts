import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

/** Returns the arguments that a shell passes to `curl`, which is replaced by a function that prints them. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('passes the original request to curl, with any characters in the body', () => {
  const body = `{"content":"It's $HOME \`id\` \\\\ \\"quoted\\"\\n"}`;
  const headers = [
    ['content-type', 'application/json'],
    ['webhook-id', 'evt_1'],
  ] as const;
  expect(argumentsOf(curlLine('https://example.com/h?a=1&b=2', headers, body))).toEqual([
    ...['-X', 'POST', 'https://example.com/h?a=1&b=2'],
    ...['-H', 'content-type: application/json', '-H', 'webhook-id: evt_1', '--data-raw', body],
  ]);
});

it('replaces the values of custom headers and leaves out the headers of the connection', () => {
  const headers = [
    ['Host', 'example.com'],
    ['Content-Length', '2'],
    ['authorization', '(not shown)'],
  ] as const;
  const args = argumentsOf(curlLine('https://example.com', headers, '{}'));
  expect(args).toEqual([
    ...['-X', 'POST', 'https://example.com', '-H', 'authorization: YOUR_VALUE', '--data-raw', '{}'],
  ]);
});
