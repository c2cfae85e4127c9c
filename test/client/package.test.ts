import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARCHIVE, Workbench } from '../docs/workbench.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

const PROGRAM = `
import { createClient, SwitchboardError, type Contact, type SendMessage } from 'switchboard/client';

const switchboard = createClient({ baseUrl: process.env.BASE_URL ?? '', apiKey: process.env.KEY ?? '' });
const made: Contact = await switchboard.contacts.create({ phone: '15550100123' });
const names: string[] = [];
for await (const { phone } of switchboard.contacts.listAll()) names.push(phone ?? '');
const text: SendMessage = { contactId: made.id, type: 'text', content: 'Hello' };
const refusal = await switchboard.messages.send(text).catch((error: unknown) => error);
// @ts-expect-error a text has content
const wrong: SendMessage = { contactId: made.id, type: 'text' };
console.log(names, refusal instanceof SwitchboardError && refusal.code, wrong.type);
`;

let server: TestServer;
let bench: Workbench;
beforeAll(async () => {
  bench = new Workbench();
  await bench.prepare();
  server = await startTestServer();
}, 180_000);
afterAll(async () => {
  await server.stop();
  bench.remove();
});

it('the package installs without others, compiles in strict mode and runs', {
  timeout: 120_000,
}, async () => {
  await bench.command('npm', ['install', '--offline', '--no-audit', '--no-fund', ARCHIVE]);
  expect((await bench.command('ls', ['node_modules'])).trim()).toBe('switchboard');
  const files = (await bench.command('ls', ['node_modules/switchboard'])).split('\n');
  expect(files).toEqual(expect.arrayContaining(['README.md', 'package.json', 'index.js', 'index.d.ts']));
  const manifest = JSON.parse(readFileSync(`${bench.folder}/node_modules/switchboard/package.json`, 'utf8'));
  expect(manifest).toMatchObject({ type: 'module', types: './index.d.ts', sideEffects: false });
  expect(manifest.dependencies).toBeUndefined();
  bench.write('program.ts', PROGRAM);
  await bench.compile();
  const { key: KEY } = await createWorkspace(server);
  const printed = await bench.command(process.execPath, ['program.js'], { BASE_URL: server.url, KEY });
  expect(printed.trim()).toBe("[ '15550100123' ] channel_not_connected text");
});
