import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
let other: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  other = await createWorkspace(server);
});
afterAll(() => server.stop());

const change = (body: object) => workspace.dashboard('PATCH', '/workspace', body);
const nameIn = async (of: TestWorkspace) => (await of.dashboard('GET', '/session')).body.workspace.name;
const events = async (of: TestWorkspace) =>
  (await of.dashboard('GET', '/events?since=0')).body.events.filter(
    ({ name }: { name: string }) => name === 'workspace.changed',
  );

it('is renamed, with an event for every screen and an audit entry; the country stays', async () => {
  await change({ defaultCountry: 'BR' });
  const otherName = await nameIn(other);
  expect((await change({ name: '  Kettle & Co ' })).body).toEqual({
    name: 'Kettle & Co',
    defaultCountry: 'BR',
  });
  expect(await nameIn(workspace)).toBe('Kettle & Co');
  expect((await events(workspace)).at(-1).payload).toEqual({
    settings: { name: 'Kettle & Co', defaultCountry: 'BR' },
  });
  const log = await workspace.dashboard('GET', '/audit-log');
  expect(log.body.data[0]).toMatchObject({
    action: 'workspace.renamed',
    target: { kind: 'workspace', label: 'Kettle & Co' },
  });
  expect(await nameIn(other)).toBe(otherName);
  expect(await events(other)).toEqual([]);
});

it('a change of nothing is no event, and a name must have a character', async () => {
  const before = (await events(workspace)).length;
  expect((await change({ name: 'Kettle & Co' })).status).toBe(200);
  expect((await change({})).body).toMatchObject({ name: 'Kettle & Co' });
  expect(await events(workspace)).toHaveLength(before);
  // An empty text means that it is not given.
  expect((await change({ name: '' })).body).toMatchObject({ name: 'Kettle & Co' });
  for (const name of ['   ', 'x'.repeat(81), 'two\nlines', 7]) {
    const answer = await change({ name });
    expect([answer.status, answer.body.error?.details?.[0]?.path], String(name)).toEqual([400, 'name']);
  }
});
