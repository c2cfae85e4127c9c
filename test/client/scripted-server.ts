import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

type Step = (response: ServerResponse) => void;

/**
 * Starts a server with scripted responses: one step for each request, and the last step for all further ones.
 */
export async function startScriptedServer() {
  const seen: Seen[] = [];
  let steps: Step[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body, at: Date.now() });
      const step = steps.length > 1 ? steps.shift() : steps[0];
      step?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    script: (...next: Step[]) => {
      seen.length = 0;
      steps = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const apiError = (status: number, code: string, headers: Record<string, string> = {}): Step =>
  json(
    status,
    { error: { code, message: `It is ${code}.`, details: [], requestId: 'req_1' } },
    { 'x-request-id': 'req_1', ...headers },
  );

export const hangUp: Step = (response) => void response.socket?.destroy();
export const silence: Step = () => undefined;
