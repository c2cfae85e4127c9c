import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onlyInSoak } from '../helpers/lane.ts';
import { environmentOf, isReady, launch, makeDataDir, until } from './launcher-process.ts';

const linesOf = (output: string) => output.split('\n').map((line) => line.trim());

it('prints how to use the demo: address, login, API key, phone page and a curl line', async () => {
  const run = launch({ options: { demo: true } });
  const address = await run.ready();
  await until('the curl line is printed', () => run.output().includes('/api/v1/contacts\n'));
  const lines = linesOf(run.output());
  expect(lines).toContain('Filling the demo workspace…');
  expect(lines).toContain(`Dashboard   ${address}`);
  expect(lines).toContain('Login       ada@example.com  /  correct horse');
  expect(lines).toContain('API key     svc_test_key');
  expect(lines).toContain(`curl -H "Authorization: Bearer svc_test_key" ${address}/api/v1/contacts`);
  const phonePage = /Phone page\s+(\S+)/.exec(run.output())?.[1] ?? '';
  expect(await (await fetch(phonePage)).text()).toBe('sandbox');
  run.kill('SIGINT');
  expect(await run.exit()).toBe(0);
});

it('does not print that it fills an existing demo, nor a password that was changed', async () => {
  const dataDir = makeDataDir();
  writeFileSync(join(dataDir, 'demo.json'), '{}');
  const run = launch({ dataDir, options: { demo: true }, environment: { STAND_IN_PASSWORD: 'changed' } });
  await run.ready();
  await until('the curl line is printed', () => run.output().includes('/api/v1/contacts\n'));
  expect(run.output()).not.toContain('Filling');
  expect(linesOf(run.output())).toContain('Login       ada@example.com  /  (the password was changed)');
});

onlyInSoak(it)('prints the same when the first-run page has loaded the demo', async () => {
  const run = launch();
  const address = await run.ready();
  const send = (message: object) => fetch(`${address}/send?${encodeURIComponent(JSON.stringify(message))}`);
  await send({ is: 'sandbox-wanted' });
  await until('the server has the sandbox', async () => {
    const { GRAPH_URL = '' } = (await environmentOf(address)) ?? {};
    return run.output().includes(`phone page: ${GRAPH_URL}/`) && GRAPH_URL !== '';
  });
  const wayIn = { email: 'a@b.example', password: 'secret', apiKey: 'svc_key', phones: ['15550001111'] };
  await send({ is: 'demo-loaded', wayIn });
  await until('the curl line is printed', () => run.output().includes('/api/v1/contacts\n'));
  const lines = linesOf(run.output());
  expect(lines).toContain('Login       a@b.example  /  secret');
  expect(lines).toContain(`curl -H "Authorization: Bearer svc_key" ${address}/api/v1/contacts`);
  expect(run.output()).toMatch(/Phone page {2}http:\/\/127\.0\.0\.1:\d+\//);
});

it('goes on without the demo when the port of its sandbox is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const run = launch({ environment: { SANDBOX_PORT: String(port) } });
  const address = await run.ready();
  const ask = () => fetch(`${address}/send?${encodeURIComponent('{"is":"sandbox-wanted"}')}`);
  await ask();
  const sentence = `The demo could not be loaded: Port ${port} is in use by another program`;
  await until('the terminal says why', () => run.output().includes(sentence));
  expect(await isReady(address)).toBe(true);
  // People in a browser are shown the port.
  await until(
    'the server has the port',
    async () => ((await environmentOf(address))?.received.length ?? 0) > 0,
  );
  expect((await environmentOf(address))?.received).toEqual([{ is: 'sandbox-failed', takenPort: port }]);
  // It can be loaded once the port is free.
  other.close();
  await once(other, 'close');
  await ask();
  await until('the sandbox runs', () => run.output().includes('phone page: http'));
});

it('starts the sandbox for a test phone beside the platform of real numbers, without a restart', async () => {
  const run = launch();
  const address = await run.ready();
  const before = await environmentOf(address);
  const wanted = encodeURIComponent(JSON.stringify({ is: 'test-phone-wanted' }));
  await fetch(`${address}/send?${wanted}`);
  await until(
    'the server knows the sandbox',
    async () => (await environmentOf(address))?.received.length === 1,
  );
  const { pid, GRAPH_URL, received } = (await environmentOf(address)) ?? {};
  expect([pid, GRAPH_URL]).toEqual([before?.pid, before?.GRAPH_URL]);
  const [{ url = '' } = {}] = received ?? [];
  expect(await (await fetch(url)).text()).toBe('sandbox');
  // A second workspace gets the same one; so does the server after a restart.
  await fetch(`${address}/send?${wanted}`);
  await until('it is answered again', async () => (await environmentOf(address))?.received.length === 2);
  process.kill(pid ?? 0, 'SIGKILL');
  await until('the server is there again', async () => ((await environmentOf(address))?.pid ?? pid) !== pid);
  const after = await environmentOf(address);
  expect([after?.GRAPH_URL, after?.SANDBOX_URL]).toEqual([GRAPH_URL, url]);
});

it('says which port a test phone needs, also one from an earlier start, and opens it once the port is free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = makeDataDir();
  mkdirSync(join(dataDir, 'sandbox'));
  const run = launch({ dataDir, environment: { SANDBOX_PORT: String(port) } });
  const address = await run.ready();
  expect(run.output()).toContain(
    `No test phones: Port ${port} is in use by another program: set SANDBOX_PORT=`,
  );
  const ask = () => fetch(`${address}/send?${encodeURIComponent('{"is":"test-phone-wanted"}')}`);
  const received = async () => (await environmentOf(address))?.received ?? [];
  await ask();
  await until('the server has the answer', async () => (await received()).length === 1);
  expect(await received()).toEqual([{ is: 'sandbox-failed', takenPort: port }]);
  expect(run.output()).toContain(`No test phone could be opened: Port ${port} is in use by another program`);
  other.close();
  await once(other, 'close');
  await ask();
  await until('the sandbox runs', async () => (await received()).length === 2);
  expect((await received())[1]).toEqual({ is: 'sandbox-ready', url: `http://127.0.0.1:${port}` });
});

it.each([true, false])('prints the setup code with the address if there is one (demo: %s)', async (demo) => {
  const dataDir = makeDataDir();
  writeFileSync(join(dataDir, 'setup-code'), '7Q2MK-0HDZV-X9R4T-EB6WN\n');
  const run = launch({ dataDir, options: { demo } });
  await run.ready();
  await until('the code is printed', () => /Setup code.*\n/.test(run.output()));
  const lines = linesOf(run.output()).filter((line) => line.startsWith('Setup code'));
  expect(lines).toEqual([expect.stringMatching(/^Setup code {2}7Q2MK-0HDZV-X9R4T-EB6WN /)]);
});
