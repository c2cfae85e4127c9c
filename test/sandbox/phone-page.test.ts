import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from './harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const get = async (path: string) => {
  const response = await fetch(sandbox.url + path);
  return { headers: response.headers, text: await response.text() };
};

it('the page loads nothing from other hosts, and has the elements that end-to-end tests use', async () => {
  const { headers, text } = await get('/phone');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  for (const id of ['customer-select', 'customer-add', 'phone-input', 'phone-send']) {
    expect(text).toContain(`data-testid="${id}"`);
  }
});

it('its script parses and refers only to elements of the page', async () => {
  const [{ text: page }, { text: script }] = await Promise.all([get('/'), get('/phone/app.js')]);
  expect(() => new Script(script)).not.toThrow();
  for (const [, id] of script.matchAll(/\$\('([\w-]+)'\)/g)) expect(page).toContain(`id="${id}"`);
});

it('the sandbox responds to health checks', async () => {
  expect(JSON.parse((await get('/healthz')).text)).toEqual({ status: 'ok' });
});

it('events reach a client of the stream as they happen', async () => {
  const abort = new AbortController();
  const response = await fetch(`${sandbox.url}/control/stream`, { signal: abort.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await sandbox.write('15550100123', 'Live');
  let received = '';
  while (!received.includes('event: message')) received += (await reader?.read())?.value ?? '';
  expect(received).toContain('"text":"Live"');
  abort.abort();
});
