import { expect, it } from 'vitest';
import { call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

/** As many fields as a body has room for. */
const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, '']));
const post = (path: string, body: object) => call(`${rig.server.url}${path}`, { method: 'POST', body });

/** Returns the seconds of processor time that an answer takes. */
async function costOf(answer: () => Promise<{ status: number; body: { error: { details: unknown[] } } }>) {
  const before = process.cpuUsage().user;
  const { status, body } = await answer();
  return { status, details: body.error.details.length, seconds: (process.cpuUsage().user - before) / 1e6 };
}

it.each([
  ['unknown fields, from a stranger', () => post('/api/dashboard/session', fields)],
  ['unknown fields', () => rig.workspace.api('POST', '/contacts', fields)],
  [
    'unknown parameters',
    () => rig.workspace.api('GET', `/contacts?${Object.keys(fields).slice(0, 2_000).join('&')}`),
  ],
])('SEC-57: a request with thousands of %s is refused at once', async (_, answer) => {
  const { status, details, seconds } = await costOf(answer);
  expect([status, details]).toEqual([400, 100]);
  // Each of them was corrected in a copy of all of them: a minute, in which the server answered no other request.
  expect(seconds).toBeLessThan(2);
});

it('SEC-57: a few empty fields are still left out', async () => {
  const answer = await rig.workspace.api('POST', '/contacts', {
    phone: '+491701234568',
    name: 'Ada',
    email: '',
  });
  expect([answer.status, answer.body.email]).toEqual([201, null]);
});
