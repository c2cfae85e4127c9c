import { request } from 'node:http';
import type { Answer } from './test-server.ts';

/** Makes one HTTP call like `call`, with headers that `fetch` does not allow, such as Host. */
export function callAs(
  url: string,
  { headers, method = 'GET', body }: { headers: Record<string, string>; method?: string; body?: unknown },
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
    const outgoing = request(url, { method, headers: { ...type, ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const answer = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(
            Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
          ),
          body: incoming.headers['content-type']?.startsWith('application/json')
            ? JSON.parse(answer)
            : answer,
        });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}
