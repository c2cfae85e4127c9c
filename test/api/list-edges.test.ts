import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
const NAMES = ['100% Wool', 'under_score', 'back\\slash', "O'Brien", 'Ångström', 'plain'];
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  for (const [index, name] of NAMES.entries()) {
    await workspace.api('POST', '/contacts', { name, phone: `4915100000${10 + index}` });
  }
});
afterAll(() => server.stop());

const list = (query: string) => workspace.api('GET', `/contacts?${query}`);
const namesOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.data.map(({ name }: { name: string }) => name).sort();
const search = async (term: string) => namesOf(await list(`search=${encodeURIComponent(term)}`));

describe('a list', () => {
  it('is empty beyond its last page, with the correct total', async () => {
    for (const query of ['page=2', 'page=1000000&limit=100', 'page=1000000&search=plain']) {
      const answer = await list(query);
      expect(answer.status, query).toBe(200);
      expect(answer.body.data, query).toEqual([]);
      expect(answer.body.pagination.nextCursor, query).toBeNull();
      expect(answer.body.pagination.total, query).toBe(query.includes('search') ? 1 : NAMES.length);
    }
  });

  it('caps the limit at 100, and rejects invalid limits and pages', async () => {
    for (const limit of ['101', '1e3', String(Number.MAX_SAFE_INTEGER)]) {
      expect((await list(`limit=${limit}`)).body.pagination.limit, limit).toBe(100);
    }
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=1e400',
      'page=1000001',
      'page=0',
      'limit=5&limit=6',
    ]) {
      expect((await list(query)).status, query).toBe(400);
    }
  });

  it('continues after its cursor, whatever page is requested with it', async () => {
    const first = (await list('limit=2')).body;
    const behind = await list(`limit=2&cursor=${first.pagination.nextCursor}`);
    const mixed = await list(`limit=2&page=3&cursor=${first.pagination.nextCursor}`);
    expect(mixed.status).toBe(200);
    expect(mixed.body.data).toEqual(behind.body.data);
  });

  it('rejects a cursor of another list, filter or workspace', async () => {
    const cursor = (await list('limit=2')).body.pagination.nextCursor;
    const other = await createWorkspace(server);
    expect((await other.api('GET', `/contacts?limit=2&cursor=${cursor}`)).status).toBe(400);
    for (const query of ['search=a', 'status=cold', 'search=plain&status=cold']) {
      expect((await list(`limit=2&${query}&cursor=${cursor}`)).status, query).toBe(400);
    }
    expect((await workspace.api('GET', `/messages/491510000010?cursor=${cursor}`)).status).toBe(400);
  });

  it('matches wildcards, quotes and backslashes literally', async () => {
    expect(await search('%')).toEqual(['100% Wool']);
    expect(await search('_')).toEqual(['under_score']);
    expect(await search('\\')).toEqual(['back\\slash']);
    expect(await search("'")).toEqual(["O'Brien"]);
    for (const term of ['%%', '__', '%_', '\\%', '\\\\', '%20', '*', '?', "' OR '1'='1"]) {
      expect(await search(term), term).toEqual([]);
    }
    expect(await search('ANGSTROM')).toEqual(['Ångström']);
  });

  it('accepts search terms of up to 200 characters', async () => {
    for (const term of [
      '%'.repeat(200),
      '_'.repeat(200),
      'ﷺ'.repeat(200),
      '👍'.repeat(100),
      '1'.repeat(200),
    ]) {
      expect((await list(`search=${encodeURIComponent(term)}`)).body.data, term.slice(0, 3)).toEqual([]);
    }
    expect((await list(`search=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await list(`search=${'x'.repeat(20_000)}`)).status).toBe(431);
  });
});
