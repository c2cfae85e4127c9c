import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const create = (body: object) => rig.workspace.api('POST', '/contacts', body);

describe('creating a contact', () => {
  it('returns 201 with the whole contact and its defaults', async () => {
    const answer = await create({ name: '  Ana Souza ', phone: '+49 (171) 234-5678' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ct_[0-9a-z]{26}$/),
      name: 'Ana Souza',
      phone: '491712345678',
      email: null,
      tags: [],
      status: 'cold',
      marketing: 'unknown',
      marketingAt: null,
      marketingSource: null,
      blocked: false,
      attributes: {},
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
    });
  });

  it('rejects another contact’s number, in any national spelling', async () => {
    await create({ phone: '5511987654321' });
    for (const phone of ['5511987654321', '551187654321', '+55 11 98765-4321']) {
      const answer = await create({ phone });
      expect(answer.status).toBe(409);
      expect(answer.body.error.code).toBe('contact_phone_taken');
    }
  });

  it('creates one contact from 20 concurrent calls with one number', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ phone: '33612345678' })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
  });
});

describe('listing contacts', () => {
  let listed: TestWorkspace;
  beforeAll(async () => {
    listed = await createWorkspace(rig.server);
    for (let index = 0; index < 45; index += 1) {
      await listed.api('POST', '/contacts', {
        name: `Person ${index} ${index % 2 ? 'Öztürk' : 'Smith'}`,
        phone: `1555010${1000 + index}`,
      });
    }
  });

  it('pages newest first with an exact total', async () => {
    const first = await listed.api('GET', '/contacts');
    expect(first.body.data).toHaveLength(20);
    expect(first.body.data[0].name).toMatch(/^Person 44/);
    expect(first.body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 45,
      totalPages: 3,
      nextCursor: expect.any(String),
    });
    const third = await listed.api('GET', '/contacts?page=3');
    expect(third.body.data).toHaveLength(5);
    expect(third.body.pagination.nextCursor).toBeNull();
    const beyond = await listed.api('GET', '/contacts?page=99');
    expect(beyond.body).toMatchObject({ data: [], pagination: { total: 45 } });
  });

  it('caps a limit above 100 at 100, and returns it', async () => {
    const answer = await listed.api('GET', '/contacts?limit=500');
    expect(answer.body.pagination.limit).toBe(100);
    expect(answer.body.data).toHaveLength(45);
  });

  it('returns each contact once by cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const page = await listed.api('GET', `/contacts?limit=7${query}`);
      seen.push(...page.body.data.map((contact: { id: string }) => contact.id));
      cursor = page.body.pagination.nextCursor;
    }
    expect(new Set(seen).size).toBe(45);
    expect(seen).toHaveLength(45);
  });

  it('rejects a cursor of another search', async () => {
    const page = await listed.api('GET', '/contacts?limit=2');
    const answer = await listed.api(
      'GET',
      `/contacts?limit=2&search=a&cursor=${page.body.pagination.nextCursor}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].path).toBe('cursor');
  });

  it('finds by any part of the name, ignoring case and accents, and by any part of the number', async () => {
    expect((await listed.api('GET', '/contacts?search=ozturk')).body.pagination.total).toBe(22);
    expect((await listed.api('GET', '/contacts?search=SMITH')).body.pagination.total).toBe(23);
    expect((await listed.api('GET', '/contacts?search=0101044')).body.data[0].name).toMatch(/^Person 44/);
    expect((await listed.api('GET', '/contacts?search=%25')).body.data).toEqual([]);
    expect((await listed.api('GET', '/contacts?search=_')).body.data).toEqual([]);
  });

  it('filters by status', async () => {
    const id = (await listed.api('GET', '/contacts?limit=1')).body.data[0].id;
    await listed.api('PATCH', `/contacts/${id}`, { status: 'hot' });
    const hot = await listed.api('GET', '/contacts?status=hot');
    expect(hot.body.data.map((contact: { id: string }) => contact.id)).toEqual([id]);
    expect((await listed.api('GET', '/contacts?status=lukewarm')).status).toBe(400);
  });
});

describe('changing and deleting a contact', () => {
  it('changes only the given fields', async () => {
    const { body: before } = await create({
      name: 'Before',
      phone: '4420790001',
      email: 'A@Example.com',
      tags: ['x'],
    });
    const answer = await rig.workspace.api('PATCH', `/contacts/${before.id}`, {
      status: 'customer',
      tags: ['vip', 'vip'],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'Before',
      email: 'a@example.com',
      status: 'customer',
      tags: ['vip'],
    });
  });

  it('still resolves a former number, and lets another contact take it', async () => {
    const { body: moved } = await create({ name: 'Moved', phone: '4420790002' });
    await rig.workspace.api('PATCH', `/contacts/${moved.id}`, { phone: '4420790003' });
    expect((await rig.workspace.api('GET', '/messages/4420790002')).status).toBe(200);
    expect((await create({ phone: '4420790003' })).status).toBe(409);
    expect((await create({ name: 'New owner', phone: '4420790002' })).status).toBe(201);
  });

  it('returns 404 for ids that are unknown, malformed or deleted', async () => {
    const { body } = await create({ phone: '4420790009' });
    expect((await rig.workspace.api('DELETE', `/contacts/${body.id}`)).body).toEqual({
      id: body.id,
      deleted: true,
    });
    for (const id of [body.id, 'ct_00000000000000000000000000', 'nonsense', 'x'.repeat(65), '%00']) {
      for (const [method, input] of [
        ['DELETE', undefined],
        ['PATCH', { name: 'x' }],
        ['GET', undefined],
      ] as const) {
        expect((await rig.workspace.api(method, `/contacts/${id}`, input)).status, `${method} ${id}`).toBe(
          404,
        );
      }
    }
  });

  it('frees the number and updates the count at once', async () => {
    const lone = await createWorkspace(rig.server);
    const { body } = await lone.api('POST', '/contacts', { phone: '4420790010' });
    await lone.api('DELETE', `/contacts/${body.id}`);
    expect((await lone.api('GET', '/contacts')).body.pagination.total).toBe(0);
    expect((await lone.api('GET', '/messages/4420790010')).status).toBe(404);
    expect((await lone.api('POST', '/contacts', { phone: '4420790010' })).status).toBe(201);
  });
});
