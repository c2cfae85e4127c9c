import { execFileSync } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
let page: string;
beforeAll(async () => {
  const built = "(await import('./scripts/build.mjs')).build(() => {}, { only: ['client', 'reference'] })";
  execFileSync(process.execPath, ['--input-type=module', '--eval', `await ${built}`]);
  server = await startTestServer({ RATE_LIMIT_KEY_PER_MINUTE: '1', RATE_LIMIT_TENANT_PER_MINUTE: '1' });
  page = await (await fetch(`${server.url}/docs`)).text();
}, 120_000);
afterAll(() => server.stop());

it('/docs is public, and runs only our own scripts', async () => {
  const answer = await fetch(`${server.url}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:/);
  // API responses must not run anything.
  const document = await fetch(`${server.url}/api/v1/openapi.json`);
  expect(document.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect((await fetch(`${server.url}/docs/guide`)).status).toBe(200);
});

it('its files are immutable, under names with a digest, and compressed', async () => {
  const [script = ''] = /\/docs\/assets\/[0-9a-f]{16}\/start\.js/.exec(page) ?? [];
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await fetch(`${server.url}${script}`, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toContain('createApiReference(');
  }
  const missing = await fetch(`${server.url}${script.replace('start', 'nothing')}`);
  expect([missing.status, missing.headers.get('content-type'), missing.headers.get('cache-control')]).toEqual(
    [404, 'application/json; charset=utf-8', null],
  );
});

it('serves nothing from outside its folder', async () => {
  for (const path of [
    'assets/../index.html',
    'assets/..%2f..%2fserver%2fmain.js',
    'assets/%2e%2e/%2e%2e/server/main.js',
  ]) {
    const answer = await fetch(`${server.url}/docs/${path}`);
    expect(answer.status, path).not.toBe(200);
  }
});

it('serves the client', async () => {
  const answer = await fetch(`${server.url}/docs/switchboard-client.tgz`);
  expect(answer.status).toBe(200);
  const archive = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('latin1');
  expect(archive).toContain('package/index.js');
});

it('serves every page, and its text for programs', async () => {
  for (const name of ['guide', 'recipes', 'inference', 'errors', 'events', 'limits', 'changelog']) {
    const text = await fetch(`${server.url}/docs/${name}.md`);
    expect([text.status, text.headers.get('content-type')], name).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    const title = /^# (.*)/.exec(await text.text())?.[1];
    const answer = await fetch(`${server.url}/docs/${name}`);
    expect(answer.headers.get('content-type'), name).toMatch(/^text\/html/);
    expect(await answer.text()).toContain(`>${title}</a></h1>`);
  }
  const llms = await (await fetch(`${server.url}/llms.txt`)).text();
  const links = [...llms.matchAll(/\]\((\/[^)#]*)/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of new Set(links)) expect((await fetch(server.url + link)).status, link).toBe(200);
  expect((await fetch(`${server.url}/docs/nothing`)).status).toBe(404);
});

it('explains every error and every event of the OpenAPI document', async () => {
  const document = await (await fetch(`${server.url}/api/v1/openapi.json`)).text();
  const errors = await (await fetch(`${server.url}/docs/errors`)).text();
  const codes = new Set([...document.matchAll(/docs\/errors#(\w+)/g)].map(([, code]) => code));
  expect(codes.size).toBeGreaterThan(20);
  const sections = errors.split('<h2 ');
  for (const code of codes) {
    const section = sections.find((one) => one.startsWith(`id="${code}"`));
    expect(section, code).toMatch(/<strong>Cause\.<\/strong> \S/);
    expect(section, code).toMatch(/<strong>What to do\.<\/strong> \S/);
  }
  const events = await (await fetch(`${server.url}/docs/events.md`)).text();
  for (const event of Object.keys(JSON.parse(document).webhooks)) {
    const [, example = ''] = events.split(`\n## ${event}\n`);
    expect(JSON.parse(/```json\n([\s\S]*?)```/.exec(example)?.[1] ?? '{}').type).toBe(event);
  }
  // A refused request names its section.
  const { error } = await (await fetch(`${server.url}/api/v1/me`)).json();
  expect(new URL(error.docsUrl).pathname + new URL(error.docsUrl).hash).toBe('/docs/errors#unauthorized');
});

it('is not rate limited, and does not count towards a limit', async () => {
  const { api } = await createWorkspace(server);
  for (let call = 0; call < 20; call += 1) expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect((await api('GET', '/contacts')).status).toBe(200);
  expect((await api('GET', '/contacts')).status).toBe(429);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
});
