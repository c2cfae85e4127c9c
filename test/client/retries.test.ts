import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, SwitchboardError } from '../../client/index.ts';
import { apiError, hangUp, json, silence, startScriptedServer } from './scripted-server.ts';

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const contact = { id: 'ct_1', name: 'Ada' };
const client = (options: object = {}) => createClient({ baseUrl: server.url, apiKey: 'svc_x', ...options });
const errorOf = async (call: Promise<unknown>): Promise<SwitchboardError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SwitchboardError);
  return error as SwitchboardError;
};

describe('a request that fails', () => {
  it.each([
    ['the connection breaks', hangUp],
    ['a proxy cannot reach the server', json(502, 'Bad Gateway')],
    ['the server is busy', apiError(503, 'unavailable')],
    ['a proxy times out', json(504, 'Gateway Timeout')],
    ['the first request is still running', apiError(409, 'idempotency_in_progress')],
    ['it is unknown whether the first one was stored', apiError(500, 'outcome_unknown')],
    ['there were too many requests', apiError(429, 'rate_limited')],
  ])('is retried when %s, with the same Idempotency-Key', async (_why, failure) => {
    server.script(failure, json(201, contact));
    expect(await client().contacts.create({ phone: '15550100123' })).toEqual(contact);
    const [first, second] = server.seen;
    expect(server.seen).toHaveLength(2);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toBe(first?.body);
  });

  it.each([
    [400, 'validation_failed'],
    [401, 'unauthorized'],
    [404, 'contact_not_found'],
    [409, 'contact_phone_taken'],
    [409, 'idempotency_conflict'],
    [500, 'internal'],
  ])('is not retried after %i %s', async (status, code) => {
    server.script(apiError(status, code));
    const error = await errorOf(client().contacts.get('ct_1'));
    expect(error).toMatchObject({ status, code, message: `It is ${code}.`, requestId: 'req_1' });
    expect(server.seen).toHaveLength(1);
  });

  it('is retried while a file is being downloaded, and not when its download has failed', async () => {
    server.script(apiError(409, 'media_not_ready', { 'retry-after': '0' }), json(200, { id: 'med_1' }));
    expect(await client().media.get('med_1')).toEqual({ id: 'med_1' });
    server.script(apiError(409, 'media_not_ready'));
    expect(await errorOf(client().media.get('med_1'))).toMatchObject({ code: 'media_not_ready' });
    expect(server.seen).toHaveLength(1);
  });

  it('is retried after the time in Retry-After', async () => {
    server.script(apiError(429, 'rate_limited', { 'retry-after': '1' }), json(200, contact));
    await client().contacts.get('ct_1');
    const [first, second] = server.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is not retried when Retry-After is longer than a minute', async () => {
    server.script(apiError(429, 'rate_limited', { 'retry-after': '61' }));
    expect(await errorOf(client().contacts.get('ct_1'))).toMatchObject({ retryAfterMs: 61_000 });
    expect(server.seen).toHaveLength(1);
  });

  it('is retried at most maxRetries times, as set for the client or the call', async () => {
    server.script(apiError(503, 'unavailable'));
    await errorOf(client({ maxRetries: 1 }).contacts.get('ct_1'));
    expect(server.seen).toHaveLength(2);
    server.script(apiError(503, 'unavailable'));
    await errorOf(client().contacts.get('ct_1', { maxRetries: 0 }));
    expect(server.seen).toHaveLength(1);
  });
});

describe('a call', () => {
  it('has a new Idempotency-Key each time, or the one of the caller', async () => {
    server.script(json(201, contact));
    const { contacts } = client();
    await contacts.create({ phone: '1' });
    await contacts.create({ phone: '1' });
    await contacts.create({ phone: '1' }, { idempotencyKey: 'order-4711' });
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('order-4711');
    await contacts.update('ct_1', { name: 'Ada' });
    expect(server.seen[3]?.headers['idempotency-key']).toBeUndefined();
  });

  it('fails when it takes too long', async () => {
    server.script(silence);
    const error = await errorOf(client({ timeoutMs: 50, maxRetries: 0 }).contacts.get('ct_1'));
    expect(error).toMatchObject({ status: 0, code: 'timed_out', message: 'No answer within 50 ms.' });
  });

  it('has more time for a large file, unless the caller sets the time', async () => {
    server.script((response) => setTimeout(() => json(201, { id: 'med_1' })(response), 400));
    const { media } = client({ timeoutMs: 50, maxRetries: 0 });
    const file = new Blob(['x'.repeat(200_000)], { type: 'text/plain' });
    expect(await media.upload(file)).toEqual({ id: 'med_1' });
    expect(await errorOf(media.upload(file, {}, { timeoutMs: 50 }))).toMatchObject({ code: 'timed_out' });
  });

  it('can be aborted while it runs and while it waits for a retry', async () => {
    for (const step of [silence, apiError(503, 'unavailable', { 'retry-after': '30' })]) {
      server.script(step);
      const controller = new AbortController();
      const call = client().contacts.get('ct_1', { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('enough')), 60);
      await expect(call).rejects.toThrow('enough');
      expect(server.seen).toHaveLength(1);
    }
  });

  it('reports a response that is not from the API', async () => {
    server.script(json(200, 'hello'), (response) => response.writeHead(200).end('<html>'));
    expect(await client().contacts.get('ct_1')).toBe('hello');
    expect(await errorOf(client().contacts.get('ct_1'))).toMatchObject({ code: 'unexpected_answer' });
  });

  it('does not follow redirects, so the key is never sent elsewhere', async () => {
    const elsewhere = await startScriptedServer();
    elsewhere.script(json(200, contact));
    server.script((response) => response.writeHead(307, { location: elsewhere.url }).end());
    expect(await errorOf(client().contacts.get('ct_1'))).toMatchObject({
      status: 307,
      code: 'unexpected_answer',
      message: `The server redirects to ${elsewhere.url}. Use that address as baseUrl.`,
    });
    expect([server.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
    await elsewhere.close();
  });

  it('requests exactly one resource, for any id', async () => {
    server.script(json(200, contact));
    await client().contacts.get('../a b/?');
    expect(server.seen[0]?.url).toBe('/api/v1/contacts/..%2Fa%20b%2F%3F');
    for (const id of ['', '.', '..']) expect(() => client().contacts.get(id)).toThrow(TypeError);
  });

  it('names the contact that an error is about', async () => {
    const error = { code: 'contact_phone_taken', message: 'Taken.', details: [], contactId: 'ct_2' };
    server.script(json(409, { error }));
    expect(await errorOf(client().contacts.create({ phone: '1' }))).toMatchObject({ contactId: 'ct_2' });
    server.script(apiError(404, 'contact_not_found'));
    expect(await errorOf(client().contacts.get('ct_1'))).toMatchObject({ contactId: null });
  });

  it('walks lists whose cursor is beside their items', async () => {
    server.script(
      json(200, { data: [{ id: 'bc_2' }], nextCursor: 'next' }),
      json(200, { data: [{ id: 'bc_1' }], nextCursor: null }),
    );
    const ids: string[] = [];
    for await (const { id } of client().broadcasts.listAll()) ids.push(id);
    expect(ids).toEqual(['bc_2', 'bc_1']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/broadcasts?limit=100',
      '/api/v1/broadcasts?limit=100&cursor=next',
    ]);
  });

  it('encodes the query', async () => {
    server.script(json(200, { data: [], pagination: { nextCursor: null } }));
    await client().contacts.list({ search: '+49 a&b', page: 2 });
    expect(new URL(server.seen[0]?.url ?? '', server.url).searchParams.get('search')).toBe('+49 a&b');
  });

  it('requires an address and a key', () => {
    expect(() => createClient({ baseUrl: 'localhost:4000', apiKey: 'svc_x' })).toThrow(/baseUrl/);
    expect(() => createClient({ baseUrl: server.url, apiKey: '' })).toThrow(/apiKey/);
  });
});
