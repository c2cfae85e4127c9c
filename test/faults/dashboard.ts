import { expect } from 'vitest';
import { type Answer, call, signIn } from '../helpers/test-server.ts';

/** Signs the owner in; returns what calls the dashboard's API, and answers null when the connection broke. */
export async function dashboardOf({ server }: { server: { url: string } }) {
  const cookie = await signIn(server, 'owner@example.test', 'correct horse battery');
  const attempt = (method: string, path: string, body?: object): Promise<Answer | null> =>
    call(`${server.url}/api/dashboard${path}`, { method, body, headers: { cookie } }).catch(() => null);
  return {
    attempt,
    /** Expects success, and returns the body. */
    ask: async (method: string, path: string, body?: object): Promise<Answer['body']> => {
      const answer = await attempt(method, path, body);
      expect([method, path, (answer?.status ?? 599) < 300], JSON.stringify(answer?.body)).toEqual([
        ...[method, path, true],
      ]);
      return answer?.body;
    },
  };
}
