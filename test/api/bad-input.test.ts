import { describe, expect, it } from 'vitest';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const post = (body: unknown, headers: Record<string, string> = {}) =>
  call(`${rig.server.url}/api/v1/contacts`, {
    method: 'POST',
    body,
    headers: { ...bearer(rig.workspace.key), ...headers },
  });

describe('bad input returns a 4xx that lists every error, and stores nothing', () => {
  const bodies: [string, unknown, string[]][] = [
    [
      'wrong types everywhere',
      { name: 5, phone: {}, email: [], tags: 'x' },
      ['name', 'phone', 'email', 'tags'],
    ],
    ['unknown fields and a missing one', { nmae: 'typo', colour: 'red' }, ['phone', 'nmae', 'colour']],
    ['NUL bytes', { name: 'a\u0000b', phone: '15550100001' }, ['name']],
    ['lone surrogates', '{"name":"\\ud83d","phone":"15550100001"}', ['name']],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000), phone: '15550100001' }, ['name']],
    ['a phone that is not a number', { phone: 'call me' }, ['phone']],
    ['a phone that is too long', { phone: '1234567890123456' }, ['phone']],
    ['a phone in digits of another script', { phone: '١٥٥٥٠١٠٠٠٠١' }, ['phone']],
    ['an array', [1, 2], ['body']],
    ['a bare string', '"hello"', ['body']],
    ['null', 'null', ['body']],
    ['a prototype', '{"__proto__":{"admin":true},"phone":"15550100001"}', ['__proto__']],
    [
      'too many tags',
      { phone: '15550100001', tags: Array.from({ length: 51 }, (_, i) => `t${i}`) },
      ['tags'],
    ],
  ];
  for (const [what, body, paths] of bodies) {
    it(what, async () => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        code: 'validation_failed',
        requestId: answer.headers.get('x-request-id'),
      });
      expect(answer.body.error.details.map((detail: { path: string }) => detail.path).sort()).toEqual(
        [...paths].sort(),
      );
    });
  }

  it('malformed JSON', async () => {
    const answer = await post('{"name": ');
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(/not valid JSON/);
  });

  it('a body above 256 KB is 413, one just below is read', async () => {
    expect((await post({ phone: '1', name: 'x'.repeat(256 * 1024) })).status).toBe(413);
    expect((await post({ phone: '1', name: 'x'.repeat(250 * 1024) })).status).toBe(400);
  });

  it('a content type other than JSON is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      const answer = await post('phone=15550100001', { 'content-type': type });
      expect(answer.status, type).toBe(415);
      expect(answer.body.error.code).toBe('unsupported_media_type');
    }
    expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('bad queries name each parameter', async () => {
    const answer = await rig.workspace.api('GET', '/contacts?limit=0&page=1.5&status=x&serach=ana');
    expect(answer.status).toBe(400);
    const paths = answer.body.error.details.map((detail: { path: string }) => detail.path);
    expect(paths.sort()).toEqual(['limit', 'page', 'serach', 'status']);
    for (const query of ['limit=-1', 'limit=abc', 'page=0']) {
      expect((await rig.workspace.api('GET', `/contacts?${query}`)).status, query).toBe(400);
    }
  });

  it('a path with a broken escape is 4xx, not 500', async () => {
    const answer = await call(`${rig.server.url}/api/v1/messages/%E0%A4%A`, {
      headers: bearer(rig.workspace.key),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('an id that is longer than every id is not found, as any other that does not exist', async () => {
    const id = 'x'.repeat(65);
    for (const [method, path] of [
      ['GET', `/contacts/${id}`],
      ['DELETE', `/contacts/${id}`],
      ['POST', `/contacts/${id}/merge/undo`],
      ['GET', `/messages/${id}`],
      ['DELETE', `/messages/${id}`],
      ['GET', `/messages/${id}/details`],
      ['POST', `/messages/${id}/read`],
      ['GET', `/conversations/${id}`],
      ['GET', `/conversations/${id}/notes`],
      ['DELETE', `/notes/${id}`],
      ['GET', `/segments/${id}`],
      ['DELETE', `/templates/${id}`],
      ['GET', `/media/${id}`],
      ['GET', `/broadcasts/${id}`],
      ['GET', `/webhook-endpoints/${id}`],
    ] as const) {
      const answer = await rig.workspace.api(method, path);
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.body.error.code, `${method} ${path}`).toMatch(/_not_found$/);
    }
    expect((await rig.workspace.api('GET', `/contacts/${'x'.repeat(1_000)}`)).status).toBe(404);
  });

  it('bytes that are not UTF-8 are rejected, not converted', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"phone":"15550100001","name":"'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    const answer = await post(bytes);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: 'validation_failed',
      message: 'The request body is not valid UTF-8.',
    });
  });

  it('a query is read literally: no arrays, no broken escapes', async () => {
    for (const [query, path] of [
      ['page[]=1', 'page[]'],
      ['page%5B0%5D=1', 'page[0]'],
      ['limit[a]=5', 'limit[a]'],
      ['search=%zz', 'search'],
      ['search=%E0%A4', 'search'],
      ['limit=5&%ff=1', '%ff'],
    ]) {
      const answer = await rig.workspace.api('GET', `/contacts?${query}`);
      expect(answer.status, query).toBe(400);
      expect(
        answer.body.error.details.map((detail: { path: string }) => detail.path),
        query,
      ).toEqual([path]);
    }
    expect((await rig.workspace.api('GET', '/contacts?search=50%25+off%5B1%5D')).status).toBe(200);
  });

  it('nothing of this was stored', async () => {
    expect((await rig.workspace.api('GET', '/contacts')).body.pagination.total).toBe(0);
  });

  it('unknown paths are 404 in the same format', async () => {
    const answer = await rig.workspace.api('GET', '/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('route_not_found');
    expect((await call(`${rig.server.url}/api/nothing`)).body.error.code).toBe('route_not_found');
  });
});
