import { describe, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import { createWorkspace, startTestServer } from '../helpers/test-server.ts';

const rig = setUpTemplates();
const { dashboard, list, named, syncCalls, synced, syncNow } = rig;

describe('the synced templates', () => {
  it('are fetched as soon as the workspace is connected', async () => {
    const { data, pagination } = await list();
    expect(pagination).toMatchObject({ total: 7, totalPages: 1, nextCursor: null });
    expect(data.map((one: Json) => one.name)).toEqual([
      ...['appointment_reminder', 'delivery_window', 'hello_world', 'new_in_stock', 'order_update'],
      ...['track_parcel', 'welcome_discount'],
    ]);
    expect(await named('welcome_discount')).toMatchObject({
      status: 'REJECTED',
      rejectedReason: 'INCORRECT_CATEGORY',
      category: 'MARKETING',
      quality: null,
    });
    expect(await named('delivery_window')).toMatchObject({ parameterFormat: 'NAMED', language: 'en' });
  });

  it('are searched by name and text and filtered by status, also in the API', async () => {
    const names = async (query: string) =>
      (await rig.messaging.workspace.api('GET', `/templates?${query}`)).body.data.map(
        (one: Json) => one.name,
      );
    expect(await names('search=ORDER%20upd')).toEqual(['order_update']);
    expect(await names('search=left%20our%20depot')).toEqual(['order_update']);
    expect(await names('status=PENDING')).toEqual(['appointment_reminder']);
    expect(await names('language=en')).toEqual(['delivery_window', 'welcome_discount']);
    const odd = await rig.messaging.workspace.api('GET', '/templates?language=%C2%A1');
    expect(odd.body.error.details).toEqual([{ path: 'language', message: expect.stringMatching(/en_US/) }]);
    const first = (await rig.messaging.workspace.api('GET', '/templates?limit=3')).body;
    const cursor = encodeURIComponent(first.pagination.nextCursor);
    const second = (await rig.messaging.workspace.api('GET', `/templates?limit=3&cursor=${cursor}`)).body;
    expect(second.data.map((one: Json) => one.name)).toEqual([
      'new_in_stock',
      'order_update',
      'track_parcel',
    ]);
    expect(await names('limit=3&page=3')).toEqual(['welcome_discount']);
  });

  it('include all pages and unknown component types, and lose deleted templates', async () => {
    const made: Json[] = [];
    for (let count = 0; count < 130; count += 1)
      made.push(await addTemplate(rig.messaging.platform, { name: `batch_${count}` }));
    const strange = { type: 'HOLOGRAM', depth: 3, inner: { list: [1, { a: null }] } };
    await addTemplate(rig.messaging.platform, {
      name: 'strange',
      components: [templateBody('All is well.'), strange],
    });
    const calls = (await syncCalls()).length;
    await syncNow();
    // 138 templates, a hundred a page.
    expect((await syncCalls()).length - calls).toBe(2);
    expect((await list()).pagination.total).toBe(138);
    expect((await named('strange')).components[1]).toEqual(strange);
    for (const one of made.slice(3, 6))
      await rig.messaging.platform.control('DELETE', `/templates/${one.id}`);
    // The notices alone remove them from the list, and the next sync agrees.
    await eventually(async () => (await list()).pagination.total === 135);
    await syncNow();
    expect((await list()).pagination.total).toBe(135);
    expect(await named('batch_3')).toBeUndefined();
    const kept = await named('batch_1');
    await syncNow();
    expect(await named('batch_1')).toEqual(kept);
  }, 60_000);

  it('report a failed sync, and keep the templates', async () => {
    const { total } = (await list()).pagination;
    await rig.messaging.platform.configure({ tokenExpired: true });
    await dashboard('POST', '/template-sync');
    const failed = await eventually(async () => {
      const { body } = await dashboard('GET', '/template-sync');
      return body.problem !== null && body;
    }, 15_000);
    expect(failed).toMatchObject({ problem: expect.stringMatching(/access token.*admin/), isDue: false });
    expect((await list()).pagination.total).toBe(total);
    await rig.messaging.platform.configure({ tokenExpired: false });
    expect(await syncNow()).toMatchObject({ problem: null });
  }, 40_000);

  it('are not synced twice at once, however often and wherever it is requested', async () => {
    await synced();
    const second = await startTestServer(
      { GRAPH_URL: rig.messaging.platform.url, SANDBOX_ENABLED: '1' },
      rig.messaging.server,
    );
    const calls = (await syncCalls()).length;
    const asked = await Promise.all(Array.from({ length: 8 }, () => dashboard('POST', '/template-sync')));
    expect(asked.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    await synced();
    await second.stop();
    // One sync, of two pages.
    expect((await list()).pagination.total).toBeGreaterThan(100);
    expect((await syncCalls()).length - calls).toBe(2);
  }, 30_000);

  it('belong to one workspace', async () => {
    const other = await createWorkspace(rig.messaging.server);
    expect((await other.api('GET', '/templates')).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await other.dashboard('POST', '/template-sync')).body.error.code).toBe('channel_not_connected');
    expect((await other.dashboard('GET', '/template-sync')).body).toMatchObject({ syncedAt: null });
  });
});
