import { describe, expect, it } from 'vitest';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const put = (ref: string, body?: object) =>
  rig.workspace.api('PUT', `/contacts/${encodeURIComponent(ref)}`, body);
const batch = (contacts: unknown[], headers: Record<string, string> = {}) =>
  call(`${rig.server.url}/api/v1/contacts/batch`, {
    method: 'POST',
    body: { contacts },
    headers: { ...bearer(rig.workspace.key), ...headers },
  });

describe('a contact by its phone number', () => {
  it('is created once, and then updated', async () => {
    const created = await put('+49 171 1000001', { name: 'Ana', addTags: ['new'] });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Ana', phone: '491711000001', tags: ['new'], status: 'cold' });
    const updated = await put('00491711000001', { status: 'hot' });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ id: created.body.id, name: 'Ana', tags: ['new'], status: 'hot' });
  });

  it('is not touched by an upsert that changes nothing', async () => {
    const { body: before } = await put('491711000002', { name: 'Bo', tags: ['a'] });
    const { body: after } = await put('491711000002', { name: 'Bo', addTags: ['a'] });
    expect(after).toEqual(before);
    expect((await put('491711000002')).body).toEqual(before);
  });

  it('is read, changed and deleted by any spelling of the number', async () => {
    const { body: contact } = await put('5511987650003', { name: 'Cida' });
    expect((await rig.workspace.api('GET', '/contacts/551187650003')).body).toEqual(contact);
    const changed = await rig.workspace.api('PATCH', '/contacts/+5511987650003', { addTags: ['vip'] });
    expect(changed.body).toMatchObject({ id: contact.id, tags: ['vip'] });
    expect((await rig.workspace.api('DELETE', '/contacts/5511987650003')).body).toEqual({
      id: contact.id,
      deleted: true,
    });
    expect((await rig.workspace.api('GET', '/contacts/5511987650003')).status).toBe(404);
  });

  it('is one contact after 20 concurrent upserts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put('33612340004', { addTags: [`t${index}`] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.flatMap(({ body }) => body.error ?? [])).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { body } = await rig.workspace.api('GET', '/contacts/33612340004');
    expect(body.tags).toHaveLength(20);
  });

  it('is rejected for an impossible number, and not found for an unknown id', async () => {
    const wrong = await put('12', { name: 'x' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details[0].path).toBe('phone');
    const unknown = await put('ct_00000000000000000000000000', { name: 'x' });
    expect(unknown.body.error.code).toBe('contact_not_found');
  });

  it('is named when another contact is to get its number', async () => {
    const { body: holder } = await put('491711000005');
    const { status, body } = await rig.workspace.api('POST', '/contacts', { phone: '491711000005' });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'contact_phone_taken', contactId: holder.id });
  });
});

describe('tags', () => {
  it('are added and removed one by one, in parallel, without undoing each other', async () => {
    const { body: contact } = await put('491711000010', { tags: ['a', 'b'] });
    await Promise.all([
      rig.workspace.api('PATCH', `/contacts/${contact.id}`, { addTags: ['c'] }),
      rig.workspace.api('PATCH', `/contacts/${contact.id}`, { removeTags: ['a'] }),
      rig.workspace.api('PATCH', `/contacts/${contact.id}`, { addTags: ['d'], removeTags: ['x'] }),
    ]);
    const { body } = await rig.workspace.api('GET', `/contacts/${contact.id}`);
    expect(body.tags.sort()).toEqual(['b', 'c', 'd']);
  });

  it('cannot exceed 50', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await put('491711000011', { tags: many });
    const { status, body } = await put('491711000011', { addTags: ['one more'] });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      { path: 'addTags', message: 'would leave the contact with 51 tags, and it can have 50' },
    ]);
  });
});

describe('a batch', () => {
  it('creates and updates in order, and fails only what is invalid', async () => {
    const { body: known } = await put('491711000020', { name: 'Known' });
    const { status, body } = await batch([
      { phone: '491711000020', addTags: ['batch'] },
      { phone: 491711000021, name: 'New', email: '' },
      { phone: '491711000022', email: 'nobody' },
      { phone: '+49 171 1000021', name: 'New again' },
      { name: 'without a number' },
      'text',
      { phone: '12', name: 'impossible' },
    ]);
    expect(status).toBe(200);
    expect(
      body.results.map(({ index, status }: { index: number; status: string }) => [index, status]),
    ).toEqual([
      ...[
        [0, 'updated'],
        [1, 'created'],
        [2, 'failed'],
        [3, 'updated'],
      ],
      ...[
        [4, 'failed'],
        [5, 'failed'],
        [6, 'failed'],
      ],
    ]);
    expect(body.results[0].contactId).toBe(known.id);
    expect(body.results[3].contactId).toBe(body.results[1].contactId);
    expect(body.results[2].error).toEqual({
      code: 'validation_failed',
      message: 'The request is not valid: `email` must be an email address.',
      details: [{ path: 'email', message: 'must be an email address' }],
    });
    expect(body.results[4].error.details[0].path).toBe('phone');
    const { body: stored } = await rig.workspace.api('GET', '/contacts/491711000021');
    expect(stored).toMatchObject({ id: body.results[1].contactId, name: 'New again', email: null });
    const { body: tagged } = await rig.workspace.api('GET', `/contacts/${known.id}`);
    expect(tagged).toMatchObject({ name: 'Known', tags: ['batch'] });
  });

  it('is searched, counted and paged like contacts that came one by one', async () => {
    const before = (await rig.workspace.api('GET', '/contacts')).body.pagination.total;
    const contacts = Array.from({ length: 500 }, (_, index) => ({
      phone: `4915${String(10_000_000 + index)}`,
      name: `Batch person ${index}`,
    }));
    const { body } = await batch(contacts);
    expect(new Set(body.results.map((result: { status: string }) => result.status))).toEqual(
      new Set(['created']),
    );
    const list = await rig.workspace.api('GET', '/contacts?limit=100');
    expect(list.body.pagination.total).toBe(before + 500);
    const found = await rig.workspace.api('GET', '/contacts?search=person%20321');
    expect(found.body.data.map(({ name }: { name: string }) => name)).toEqual(['Batch person 321']);
    const again = await batch(contacts);
    expect(again.body.results[499]).toMatchObject({
      status: 'updated',
      contactId: body.results[499].contactId,
    });
  });

  it('is stored once under an Idempotency-Key', async () => {
    const contacts = [{ phone: '491711000030', addTags: ['once'] }];
    const first = await batch(contacts, { 'Idempotency-Key': 'batch-1' });
    const second = await batch(contacts, { 'Idempotency-Key': 'batch-1' });
    expect(first.body.results[0].status).toBe('created');
    expect(second.body).toEqual(first.body);
  });

  it('of overlapping numbers in parallel makes no contact twice', async () => {
    const contacts = Array.from({ length: 40 }, (_, index) => ({ phone: `4917220000${10 + index}` }));
    const answers = await Promise.all([batch(contacts), batch([...contacts].reverse()), batch(contacts)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const created = answers.flatMap(({ body }) =>
      body.results.filter((result: { status: string }) => result.status === 'created'),
    );
    expect(created).toHaveLength(40);
  });

  it('has between one and 500 contacts', async () => {
    for (const size of [0, 501]) {
      const { status, body } = await batch(Array.from({ length: size }, () => ({ phone: '491711000040' })));
      expect([status, body.error.details[0].path]).toEqual([400, 'contacts']);
    }
  });
});

describe('what programs send without meaning it', () => {
  it('is understood: empty strings for "not given", phone numbers as numbers', async () => {
    const body = { name: 'Form', phone: 491711000050, email: '', status: '' };
    const created = await rig.workspace.api('POST', '/contacts', body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ phone: '491711000050', email: null, status: 'cold' });
    const list = await rig.workspace.api('GET', '/contacts?status=&page=&limit=&cursor=&search=');
    expect(list.status).toBe(200);
    expect(list.body.pagination).toMatchObject({ page: 1, limit: 20 });
    const sent = await rig.workspace.api('POST', '/messages/send', {
      ...{ contactId: 491711000050, type: 'text', content: 'Hello', mediaUrl: '', caption: '' },
    });
    expect(sent.body.error?.code ?? 'sent').toMatch(/sent|channel_not_connected/);
  });

  it('does not replace what is required, and hides no other problem', async () => {
    const empty = await rig.workspace.api('POST', '/contacts', { phone: '', email: '' });
    expect(empty.body.error.details.map(({ path }: { path: string }) => path)).toContain('phone');
    const wrong = await rig.workspace.api('POST', '/contacts', {
      phone: '491711000051',
      email: '',
      status: 'x',
    });
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['status']);
    const unknown = await rig.workspace.api('POST', '/contacts', { phone: '491711000051', colour: 'red' });
    expect(unknown.body.error.details).toEqual([
      { path: 'colour', message: expect.stringMatching(/^is not a known field/) },
    ]);
  });
});
