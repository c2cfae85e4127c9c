import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicApi } from '../../shared/contract/index.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { addTemplate, templateBody } from '../helpers/templates.ts';
import { bearer, call } from '../helpers/test-server.ts';
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

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
  await addTemplate(messaging.platform, {
    name: 'spring_opening',
    components: [templateBody('Hi {{1}}, we open on Friday.', 'Ada')],
  });
  await messaging.workspace.dashboard('POST', '/template-sync');
  await eventually(async () => (await api('GET', '/templates?search=spring_opening')).body.data.length > 0);
});
afterAll(() => messaging.stop());

const api = (method: string, path: string, body?: object) => messaging.workspace.api(method, path, body);
let made = 0;
function another(): string {
  made += 1;
  return String(made).padStart(4, '0');
}

/** Creates something with a POST, and returns its id. */
async function create(path: string, body: object): Promise<string> {
  const answer = await api('POST', path, body);
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body.id;
}
const contact = () => create('/contacts', { phone: `1555018${another()}` });
const broadcast = () =>
  create('/broadcasts', {
    name: `Broadcast ${another()}`,
    template: { name: 'hello_world', language: 'en_US' },
    audience: { all: true },
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });

/** Creates a thing of each kind that the examples name, by the prefix of its id. */
const THINGS: Record<string, () => Promise<string>> = {
  ct: contact,
  bc: broadcast,
  msg: async () => (await messaging.hello(`1555019${another()}`)).id,
  seg: () => create('/segments', { name: `Segment ${another()}`, filter: { status: 'hot' } }),
  tpl: () =>
    create('/templates', {
      ...{ name: `template_${another()}`, language: 'en_US', category: 'UTILITY' },
      components: [{ type: 'BODY', text: 'All is well.' }],
    }),
  med: async () => {
    const { id: mediaId } = (await upload(`${messaging.server.url}/api/v1/media`)).body;
    // A file has an address when a message has it.
    await create('/messages/send', { contactId: await contact(), type: 'media', mediaId });
    return mediaId;
  },
  nt: async () => {
    const phone = `1555017${another()}`;
    await messaging.hello(phone);
    return create(`/conversations/${phone}/notes`, { content: 'A note' });
  },
  usr: async () => (await api('GET', '/members')).body.data[0].id,
  lbl: async () =>
    (await messaging.workspace.dashboard('POST', '/labels', { name: `Label ${another()}` })).body.id,
  whe: () => create('/webhook-endpoints', { url: 'https://example.com/postman' }),
};

/** What the request needs in a state of its own, instead of a new thing. */
const STATES: Record<string, () => Promise<string>> = {
  'DELETE /messages/:contactPhone': async () =>
    create('/messages/send', {
      ...{ contactId: await contact(), type: 'text', content: 'Later' },
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  'POST /contacts/:id/merge/undo': async () => {
    const [source, into] = [await contact(), await contact()];
    expect((await api('POST', `/contacts/${source}/merge`, { into })).status).toBe(200);
    return source;
  },
  'POST /broadcasts/:id/resume': async () => {
    const id = await broadcast();
    await api('POST', `/broadcasts/${id}/pause`);
    return id;
  },
  'POST /broadcasts/:id/retry': async () => {
    await api('PUT', '/contacts/15550131049', {});
    const id = await create('/broadcasts', {
      name: 'Refused',
      template: { name: 'hello_world', language: 'en_US' },
      audience: { contacts: ['15550131049'] },
    });
    await eventually(async () => {
      const { body } = await api('GET', `/broadcasts/${id}`);
      return body.status === 'completed' && body.counts.retriable === 1;
    });
    return id;
  },
};

/** Uploads a text file, whose type a client takes from the file. */
const upload = (address: string) =>
  call(address, {
    method: 'POST',
    headers: bearer(messaging.workspace.key),
    body: new Blob(['hello'], { type: 'text/plain' }),
  });

/** Returns a text with ids of things that exist in the place of those of the examples. */
async function withIds(text: string, { method, url }: Item['request']): Promise<string> {
  const operation = `${method} ${url.raw.replace('{{baseUrl}}/api/v1', '')}`;
  const known = new Map<string, string>();
  for (const [example = '', prefix = ''] of text.matchAll(/\b([a-z]{2,3})_01[0-9a-z]{24}\b/g)) {
    const one = known.get(example) ?? (await (STATES[operation] ?? THINGS[prefix])?.());
    expect(one, `${operation}: ${example}`).toBeDefined();
    known.set(example, one ?? '');
  }
  return text.replace(/\b[a-z]{2,3}_01[0-9a-z]{24}\b/g, (example) => known.get(example) ?? example);
}

/** Replaces variables as Postman does: of the collection, of the path, and made-up ones. */
async function send({ request }: Item) {
  const { method, url, header, body } = request;
  const variables: Record<string, string> = {
    baseUrl: messaging.server.url,
    apiKey: messaging.workspace.key,
    $guid: crypto.randomUUID(),
  };
  const fill = (text: string) => text.replace(/\{\{([\w$]+)\}\}/g, (_, name) => variables[name] ?? '');
  const given = JSON.parse(await withIds(JSON.stringify(url.variable ?? []), request));
  const address = fill(url.raw).replace(/\/:(\w+)/g, (_, key) => {
    const { value = '' } = given.find((one: { key: string }) => one.key === key) ?? {};
    return `/${encodeURIComponent(value)}`;
  });
  if (body?.mode === 'file') return upload(address);
  const headers = {
    ...Object.fromEntries(header.map(({ key, value }) => [key, fill(value)])),
    ...bearer(fill(collection.auth.bearer[0]?.value ?? '')),
    // Postman sets it for a raw body whose language is JSON.
    ...(body?.mode === 'raw' ? { 'content-type': 'application/json' } : {}),
  };
  // The platform has a template of this name already.
  const raw = (await withIds(body?.raw ?? '', request)).replace('"order_update"', '"order_update_2"');
  return call(address, { method, headers, ...(body?.mode === 'raw' ? { body: raw } : {}) });
}

it('has a request for every operation, which succeeds', { timeout: 120_000 }, async () => {
  expect(collection.info.schema).toContain('/v2.1.0/');
  expect(items).toHaveLength(routesOf(publicApi).length);
  for (const item of items) {
    expect(item.request.url.query?.every(({ disabled }) => disabled) ?? true, item.name).toBe(true);
    const { status, body } = await send(item);
    expect([200, 201, 202], `${item.name}: ${status} ${JSON.stringify(body)}`).toContain(status);
    expect(item.response.length, item.name).toBeGreaterThan(0);
  }
});
