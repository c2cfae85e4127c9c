import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { addTemplate } from '../helpers/templates.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ sentDelayMs: [5, 10], deliveredDelayMs: [5, 20] });
  server = await startTestServer({ GRAPH_URL: platform.url });
  await addTemplate(platform, { name: 'plain' });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

it('sends a broadcast to those who pass the filter that the segment had', async () => {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.dashboard('POST', '/template-sync');
  await eventually(async () => {
    const { body } = await workspace.api('GET', '/templates?search=plain');
    return body.data.length > 0;
  });
  const add = async (index: number, extra: object) => {
    const phone = `155501600${String(index).padStart(2, '0')}`;
    expect((await workspace.api('POST', '/contacts', { phone, ...extra })).status).toBe(201);
    return phone;
  };
  const hot = [
    await add(1, { status: 'hot', tags: ['news'] }),
    await add(2, { status: 'hot', tags: ['news'] }),
  ];
  const blocked = await add(3, { status: 'hot', tags: ['news'], blocked: true });
  const other = await add(4, { status: 'cold', tags: ['news'] });
  await add(5, { status: 'hot' });
  const filter = { status: 'hot', tag: 'news' };
  const { body: segment } = await workspace.api('POST', '/segments', { name: 'Hot news', filter });
  const input = {
    ...{ name: 'Opening', template: { name: 'plain', language: 'en' } },
    audience: { segmentId: segment.id },
  };
  const preview = await workspace.dashboard('POST', '/broadcast-preview', input);
  expect(preview.body.counts).toMatchObject({ recipients: 2, excluded: { blocked: 1 } });
  // Programs can name it like the filter of contacts.
  const created = await workspace.api('POST', '/broadcasts', {
    ...{ ...input, audience: { segment: segment.id } },
    sendAt: new Date(Date.now() + 3_000).toISOString(),
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  expect(created.body).toMatchObject({
    audience: { kind: 'segment', tag: null, segment: 'Hot news' },
    counts: { recipients: 2, excluded: { blocked: 1 } },
  });
  // The segment changes, and one more person passes the filter that it had.
  await workspace.api('PATCH', `/segments/${segment.id}`, { name: 'All', filter: { tag: 'news' } });
  await workspace.api('DELETE', `/segments/${segment.id}`);
  hot.push(await add(6, { status: 'hot', tags: ['news'] }));
  const done = await eventually(async () => {
    const { body } = await workspace.api('GET', `/broadcasts/${created.body.id}`);
    return body.status === 'completed' && body;
  }, 20_000);
  expect(done).toMatchObject({
    audience: { segment: 'Hot news' },
    counts: { recipients: 3, sent: 3, excluded: { blocked: 1 } },
  });
  const { body } = await workspace.api('GET', `/broadcasts/${created.body.id}/recipients?result=excluded`);
  expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual(['blocked']);
  for (const phone of hot)
    expect((await workspace.api('GET', `/messages/${phone}`)).body.data).toHaveLength(1);
  // The timeline of each contact has the broadcast: with the message, or with why there is none.
  const timeline = async (phone: string) =>
    (await workspace.dashboard('GET', `/contact-timelines/${phone}`)).body.data.filter(
      ({ kind }: { kind: string }) => kind !== 'change',
    );
  expect(await timeline(hot[0] ?? '')).toMatchObject([
    { kind: 'message', direction: 'outbound', broadcast: 'Opening' },
  ]);
  expect(await timeline(blocked)).toMatchObject([
    { kind: 'broadcast', broadcast: 'Opening', status: 'blocked' },
  ]);
  expect(await timeline(other)).toEqual([]);
  const late = await workspace.api('POST', '/broadcasts', input);
  expect([late.status, late.body.error.code]).toEqual([404, 'segment_not_found']);
}, 40_000);
