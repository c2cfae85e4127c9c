import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { bearer, call } from '../helpers/test-server.ts';

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
});
afterAll(() => rig.stop());

const api = (method: string, path: string, body?: unknown) => rig.workspace.api(method, path, body);
const at = (path: string) => call(`${rig.server.url}${path}`, { headers: bearer(rig.workspace.key) });

describe('an error of the API says what to do', () => {
  it('in its message, for tools that show nothing else', async () => {
    const one = await api('POST', '/contacts', { phone: 'call me' });
    expect(one.body.error.message).toMatch(
      /^The request is not valid: `phone` must be a phone number .*4567\.$/,
    );
    const many = await api('POST', '/contacts', { status: 'x', email: 'y' });
    expect(many.body.error.message).toMatch(/\(and 2 more: see `details`\)\.$/);
    const missing = await api('GET', '/contacts/15550109999');
    expect(missing.body.error).toMatchObject({
      code: 'contact_not_found',
      message: expect.stringMatching(/^Contact not found\. .*PUT \/contacts\/\{phone\}/),
    });
    await api('POST', '/contacts', { phone: '15550108001' });
    const taken = await api('POST', '/contacts', { phone: '15550108001' });
    expect(taken.body.error.message).toMatch(/Its id is in `contactId`/);
    const members = await rig.workspace.dashboard('GET', '/contacts/ct_00000000000000000000000000');
    expect(members.body.error.message, 'people cannot call the API').toBe('Contact not found.');
  });

  it('with the name of a field in place of one that does not exist', async () => {
    const details = async (body: unknown, path = '/messages/send') =>
      Object.fromEntries(
        (await api('POST', path, body)).body.error.details.map(
          ({ path, message }: { path: string; message: string }) => [path, message],
        ),
      );
    expect(await details({ to: '15550108001', type: 'text', text: { body: 'Hi' } })).toMatchObject({
      to: 'is not a known field. Did you mean contactId?',
      text: 'is not a known field. Did you mean content?',
    });
    expect(
      await details({ contactId: '1', type: 'image', media_url: 'https://a.example/b.png' }),
    ).toMatchObject({
      media_url: 'is not a known field. Did you mean mediaUrl?',
    });
    expect(await details({ phone: '15550108002', adTags: ['x'], custom_fields: {} }, '/contacts')).toEqual({
      adTags: expect.stringMatching(/^is not a known field/),
      custom_fields: 'is not a known field. Did you mean attributes?',
    });
    const batch = await api('POST', '/contacts/batch', {
      contacts: [{ phone: '15550108002', adTags: ['x'] }],
    });
    expect(batch.body.results[0].error.details).toEqual([
      { path: 'adTags', message: 'is not a known field. Did you mean addTags?' },
    ]);
    const note = { text: 'Hi', content: 'Hi' };
    expect(await details(note, '/conversations/15550108001/notes')).toEqual({
      text: 'is not a known field. Did you mean content?',
    });
    expect((await api('GET', '/contacts?per_page=5')).body.error.details).toEqual([
      { path: 'per_page', message: 'is not a known field. Did you mean limit?' },
    ]);
    expect((await api('GET', '/segments?x=5')).body.error.details[0].message).toBe('is not a known field');
    const long = await api('POST', '/contacts', { phone: '15550108002', ['n'.repeat(100_000)]: 1 });
    expect(long.status).toBe(400);
  });

  it('in a batch as in a single request', async () => {
    for (const contact of [{ phone: 'call me' }, { phone: '15550108003', adTags: ['x'], status: 'cool' }]) {
      const single = await api('POST', '/contacts', contact);
      const { results } = (await api('POST', '/contacts/batch', { contacts: [contact] })).body;
      const { code, message } = single.body.error;
      expect(results[0].error).toMatchObject({ code, message });
      expect(message).toMatch(/^The request is not valid: `/);
    }
  });

  it('with the values that a field can have', async () => {
    const { body } = await api('GET', '/contacts?status=cool');
    expect(body.error.details).toEqual([
      { path: 'status', message: 'must be one of cold, warm, hot, customer' },
    ]);
  });

  it('with the address that was meant, also outside the API', async () => {
    const cases: [string, RegExp][] = [
      ['/api/v1/contact', /Did you mean \/contacts\?/],
      ['/api/v1/message/send', /Did you mean \/messages\/send\?/],
      ['/api/v1/nothing/like/it', /All addresses are at \/docs/],
      ['/api/contacts', /start with \/api\/v1/],
      ['/v1/contacts', /start with \/api\/v1/],
      ['/v1/chat/completions', /the model is at http/],
    ];
    for (const [path, message] of cases) {
      const { status, body } = await at(path);
      expect(status, path).toBe(404);
      expect(body.error).toMatchObject({
        code: 'route_not_found',
        message: expect.stringMatching(message),
        docsUrl: expect.stringMatching(/\/docs\/errors#route_not_found$/),
      });
    }
  });

  it('about a file that is sent as a form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'a.pdf');
    const response = await fetch(`${rig.server.url}/api/v1/media`, {
      method: 'POST',
      headers: bearer(rig.workspace.key),
      body: form,
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'unsupported_media_type',
        message: expect.stringMatching(/bytes of the file.*not a form/),
      },
    });
  });
});

describe('input that is meant differently than it is written', () => {
  it('is accepted as times in every spelling of ISO 8601', async () => {
    await api('PUT', '/contacts/15550108010', { name: 'Later' });
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    for (const [given, hour] of [
      [`${day}T10:00:00Z`, 10],
      [`${day}T10:00:00.123456Z`, 10],
      [`${day}T10:00Z`, 10],
      [`${day}T10:00:00+02:00`, 8],
      [`${day}T10:00:00+0200`, 8],
      [`${day}T10:00:00-0300`, 13],
      [`${day} 10:00:00+00:00`, 10],
    ] as const) {
      const { status, body } = await api('POST', '/messages/send', {
        ...{ contactId: '15550108010', type: 'text', content: 'Later', sendAt: given },
      });
      expect([status, body.status], `${given} ${JSON.stringify(body)}`).toEqual([201, 'scheduled']);
      expect(new Date(body.sendAt).toISOString().slice(0, 13), given).toBe(
        `${day}T${String(hour).padStart(2, '0')}`,
      );
      expect((await api('DELETE', `/messages/${body.id}`)).status).toBe(200);
    }
    const snoozed = await api('PATCH', '/conversations/15550108010', {
      ...{ status: 'snoozed', snoozedUntil: `${day}T10:00:00+02:00` },
    });
    expect(snoozed.body.snoozedUntil ?? snoozed.body.error).toMatch(/T08:00:00\.000Z$/);
    // A + in an address that nobody has encoded is a space.
    expect((await at('/api/v1/contacts?updatedSince=2026-03-04T18:41:00+02:00')).status).toBe(200);
    for (const wrong of ['tomorrow', `${day}T10:00:00`, day, `${day}T25:00:00Z`]) {
      const { status, body } = await api('POST', '/messages/send', {
        ...{ contactId: '15550108010', type: 'text', content: 'Later', sendAt: wrong },
      });
      expect(status, wrong).toBe(400);
      expect(body.error.details).toEqual([
        {
          path: 'sendAt',
          message: 'must be a time in ISO 8601 with a time zone, such as 2026-03-04T16:41:00Z',
        },
      ]);
    }
  });

  it('is accepted as numbers and booleans of tools that know texts only, or send numbers for texts', async () => {
    const sent = await api('POST', '/messages/send', {
      ...{ contactId: '15550108011', type: 'text', content: 4711, createContact: 'true' },
    });
    expect([sent.status, sent.body.content]).toEqual([201, '4711']);
    await api('PUT', '/contacts/15550108012', { name: 'Blocked' });
    const blocked = await api('PATCH', '/contacts/15550108012', { blocked: 'true' });
    expect(blocked.body.blocked).toBe(true);
    const no = await api('PATCH', '/contacts/15550108012', { blocked: 'yes' });
    expect(no.body.error.details).toEqual([
      { path: 'blocked', message: 'must be of type boolean, not string' },
    ]);
    const huge = await api('POST', '/messages/send', {
      contactId: '15550108012',
      type: 'text',
      content: 1e30,
    });
    expect(huge.body.error.details).toEqual([
      { path: 'content', message: expect.stringMatching(/not number/) },
    ]);
  });
});
