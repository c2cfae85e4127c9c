import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { makeOpenApiDocument } from '../../server/openapi/document.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { ERRORS, type ErrorCode } from '../../shared/domain/errors.ts';
import { sampleOnPhone, sendFromPhone, whenMedia } from '../helpers/media.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { type Block, hasAllOf, programsOf } from './fenced-blocks.ts';
import { Workbench } from './workbench.ts';

/** The Python of this machine, if there is one; the programs in Python need no package. */
const python =
  ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['--version']).status === 0) ?? null;
const guide = readFileSync('docs/integrators.md', 'utf8');
const recipes = readFileSync('docs/recipes.md', 'utf8');
const programs = [
  ...programsOf(guide).map((block) => ({ ...block, page: 'guide' })),
  ...programsOf(recipes).map((block) => ({ ...block, page: 'recipes' })),
].filter(({ language }) => language !== 'python' || python !== null);
const sources = programs.filter(({ language }) => language === 'ts');
const nameOf = (block: Block) => block.file?.replace(/\.(ts|py)$/, '') ?? `line-${block.line}`;

let messaging: Messaging;
let bench: Workbench;
/** The environment variables of the integrator's shell. Blocks add to them. */
let shell: Record<string, string>;
beforeAll(async () => {
  bench = new Workbench();
  await bench.prepare();
  // Addresses of files contain the public address of the server.
  messaging = await startMessaging({ DATA_DIR: bench.folder, PORT: String(await freePort()) });
  // On a busy machine, a message could otherwise be delivered before its response says `sent`.
  await messaging.platform.configure({ deliveredDelayMs: [2_000, 3_000] });
  shell = { BASE_URL: messaging.server.url, KEY: messaging.workspace.key };
}, 180_000);
afterAll(async () => {
  await messaging.stop();
  bench.remove();
});

describe('every program of the guide and the recipes', () => {
  it.each(programs.filter((block) => block.file === null))(
    '$page, line $line: runs and prints the expected output',
    { timeout: 120_000 },
    async (block) => {
      await stage(block);
      const printed = await { sh: runShell, ts: runProgram, python: runPython }[block.language](block);
      if (!block.expected) return;
      const { language, text } = block.expected;
      if (language === 'text') return expect(hasAllOf(printed.trim(), text.trim()), printed).toBe(true);
      const response = JSON.parse(printed);
      const shown = JSON.parse(text);
      expect(hasAllOf(response, shown), printed).toBe(true);
      // A reader copies only what the page shows.
      if (shown.id ?? shown.data?.[0]?.id) remember(response);
    },
  );
});

let isCompiled = false;
async function runProgram(block: Block): Promise<string> {
  if (!isCompiled) {
    for (const source of sources) bench.write(`${nameOf(source)}.ts`, source.code);
    await bench.compile();
    isCompiled = true;
  }
  if (block.stage === 'webhook') return receiveWebhook(block);
  return bench.command(process.execPath, [`${nameOf(block)}.js`], shell);
}

const runShell = ({ code, stage: what }: Block) => {
  const [, example] = /^tomorrow is (\S+)$/.exec(what ?? '') ?? [];
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const command = example ? code.replaceAll(example, tomorrow) : code;
  return bench.command('bash', ['-euo', 'pipefail', '-c', command], shell);
};

async function runPython(block: Block): Promise<string> {
  for (const { language, file, code } of programs) {
    if (language === 'python' && file) bench.write(file, code);
  }
  bench.write(`${nameOf(block)}.py`, block.code);
  if (block.stage === 'webhook') return receiveWebhook(block);
  return bench.command(python ?? '', [`${nameOf(block)}.py`], shell);
}

/** Samples with files, which take longer to arrive. */
const FILES = ['photo', 'video', 'voice', 'document', 'sticker'];

/** Sends a sample from the sandbox's phone page. */
async function sendSample(phone: string, name: string): Promise<void> {
  const path = `/accounts/${demoAccount.phoneNumberId}/chats/${phone}/samples/${name}`;
  const { id } = (await messaging.platform.control('POST', path)).body;
  await eventually(async () => (await messaging.history(phone)).some((one) => one.platformId === id));
}

/** Sends a template to one contact, and waits until the platform has refused it. */
async function failBroadcast(phone: string): Promise<void> {
  const { api } = messaging.workspace;
  await api('PUT', `/contacts/${phone}`, {});
  const template = { name: 'hello_world', language: 'en_US' };
  const created = await api('POST', '/broadcasts', {
    ...{ name: 'One contact', template, audience: { contacts: [phone] } },
  });
  shell.BROADCAST_ID = created.body.id;
  await eventually(async () => {
    const { body } = await api('GET', `/broadcasts/${created.body.id}`);
    return body.status === 'completed' && body.counts.failed === 1;
  });
}

/** Simulates the event that a comment in the guide describes. */
async function stage({ stage: what }: Block): Promise<void> {
  const [, recipient] = /^the broadcast to (\d+) has ended$/.exec(what ?? '') ?? [];
  if (recipient) return failBroadcast(recipient);
  const [, sender, sample] = /^customer (\d+) sends: (\w+)$/.exec(what ?? '') ?? [];
  if (sender && sample && FILES.includes(sample)) {
    const file = await sampleOnPhone(messaging.platform.url, sample);
    const { id } = await sendFromPhone(messaging, sender, file);
    await whenMedia(messaging, sender, id, 'ready');
    return;
  }
  if (sender && sample) return sendSample(sender, sample);
  const [, phone, text] = /^customer (\d+) writes: (.*)$/.exec(what ?? '') ?? [];
  if (!phone || !text) return;
  await messaging.hello(phone, text);
  const { body } = await messaging.workspace.api('GET', `/messages/${phone}?limit=1`);
  shell.MESSAGE_ID = body.data[0].id;
}

/** Stores an id from a response for later blocks, as a reader would copy it. */
function remember(response: { id?: string; data?: { id: string }[] }): void {
  const id = String(response.id ?? response.data?.[0]?.id ?? '');
  const name = { ct: 'CONTACT_ID', seg: 'SEGMENT_ID', bc: 'BROADCAST_ID' }[id.split('_')[0] ?? ''];
  if (name) shell[name] = id;
}

/** Runs the receiver and sends it an event with a valid signature, and again with an invalid one. */
async function receiveWebhook(block: Block): Promise<string> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const port = String(await freePort());
  const command: [string, string[]] =
    block.language === 'python'
      ? [python ?? '', [`${nameOf(block)}.py`]]
      : [process.execPath, [`${nameOf(block)}.js`]];
  const receiver = bench.start(...command, {
    PORT: port,
    WEBHOOK_SECRET: secret,
  });
  const message = { content: 'When do you close?' };
  const body = JSON.stringify({
    type: 'message.received',
    data: { message, contact: { phone: '15550100123' } },
  });
  const at = new Date();
  const post = (signature: string) =>
    fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signature,
      },
    });
  const signature = new Webhook(secret).sign('evt_1', at, body);
  try {
    const taken = await eventually(() => post(signature).catch(() => null));
    expect([taken.status, (await post(`v1,${'A'.repeat(43)}=`)).status]).toEqual([204, 400]);
    return await eventually(async () => receiver.output().endsWith('\n') && receiver.output());
  } finally {
    receiver.stop();
  }
}

it('the guide recommends how to keep keys: out of code, one for each purpose, few permissions, replaced in time', () => {
  const [, authentication = ''] = /^## Authentication$([\s\S]*?)^## /m.exec(guide) ?? [];
  for (const words of [
    'environment variables or a secrets manager, never in code',
    'replace them every 90 days',
    'name the key after its purpose',
    'only the permissions that it needs',
  ])
    expect(authentication.replace(/\s+/g, ' ')).toContain(words);
});

it('the table of errors lists every code of the API with its status', async () => {
  const rows = [...guide.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [code, status]);
  for (const [code, status] of rows) expect(String(ERRORS[code as ErrorCode]?.status), code).toBe(status);
  const document = JSON.stringify(await makeOpenApiDocument());
  const codes = new Set([...document.matchAll(/"code":"([a-z_]+)"/g)].map(([, code]) => code));
  const listed = rows.map(([code]) => code);
  expect([...codes].filter((code) => code !== undefined && !listed.includes(code))).toEqual([]);
});
