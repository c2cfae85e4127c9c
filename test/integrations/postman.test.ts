import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicApi } from '../../shared/contract/index.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

interface Item {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string }[];
    body?: { mode: string; raw?: string };
    url: { raw: string; query?: { disabled: boolean }[]; variable?: { key: string; value: string }[] };
  };
  response: object[];
}
const collection: {
  info: { schema: string };
  auth: { bearer: { value: string }[] };
  variable: { key: string }[];
  item: { item: Item[] }[];
} = JSON.parse(readFileSync('integrations/postman/switchboard.postman_collection.json', 'utf8'));
const items = collection.item.flatMap(({ item }) => item);

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

/** Replaces variables as Postman does: of the collection, of the path, and made-up ones. */
function send({ request }: Item) {
  const { method, url, header, body } = request;
  const variables: Record<string, string> = {
    baseUrl: server.url,
    apiKey: workspace.key,
    $guid: crypto.randomUUID(),
  };
  const fill = (text: string) => text.replace(/\{\{([\w$]+)\}\}/g, (_, name) => variables[name] ?? '');
  const address = fill(url.raw).replace(/\/:(\w+)/g, (_, key) => {
    const { value = '' } = url.variable?.find((one) => one.key === key) ?? {};
    return `/${encodeURIComponent(value)}`;
  });
  const headers = {
    ...Object.fromEntries(header.map(({ key, value }) => [key, fill(value)])),
    ...bearer(fill(collection.auth.bearer[0]?.value ?? '')),
    // Postman sets it for a raw body whose language is JSON.
    ...(body?.mode === 'raw' ? { 'content-type': 'application/json' } : {}),
  };
  return call(address, { method, headers, ...(body?.mode === 'raw' ? { body: body.raw } : {}) });
}

it('has a request for every operation, which the server understands', async () => {
  expect(collection.info.schema).toContain('/v2.1.0/');
  expect(items).toHaveLength(routesOf(publicApi).length);
  for (const item of items) {
    if (item.request.body?.mode === 'file') continue;
    expect(item.request.url.query?.every(({ disabled }) => disabled) ?? true, item.name).toBe(true);
    const { status, body } = await send(item);
    const code = body.error?.code ?? 'success';
    // The examples name things that this workspace does not have, and no number is connected.
    expect(`${status} ${code}`, `${item.name}: ${JSON.stringify(body)}`).toMatch(
      /^20[01] success$|^404 (?!route)\w+_not_found$|^409 (channel_not_connected|contact_phone_taken)$/,
    );
    expect(item.response.length, item.name).toBeGreaterThan(0);
  }
});
