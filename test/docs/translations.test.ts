import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderPage } from '../../scripts/docs/render.mjs';
import { LANGUAGES, samplesOf, translationsOf } from '../../scripts/docs/snippets.mjs';
import { operationsOf } from '../../scripts/integrations/operations.mjs';
import { json, type Seen, startScriptedServer } from '../client/scripted-server.ts';
import { programsOf } from './fenced-blocks.ts';
import { Workbench } from './workbench.ts';

/**
 * The build translates the curl commands of the documentation. Each must send what the command sends, so all of them
 * run against a server that records requests.
 */
const operations = operationsOf(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
const commands = ['integrators', 'recipes']
  .flatMap((name) => programsOf(readFileSync(`docs/${name}.md`, 'utf8')))
  .filter(({ language, code }) => language === 'sh' && translationsOf(code, operations).ts)
  .map(({ code }) => code);
const python = ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['--version']).status === 0);

/** The ids that commands have from earlier responses. */
const VARIABLES = ['CONTACT_ID', 'MESSAGE_ID', 'SEGMENT_ID', 'BROADCAST_ID'];

let server: Awaited<ReturnType<typeof startScriptedServer>>;
let bench: Workbench;
let shell: Record<string, string>;
beforeAll(async () => {
  bench = new Workbench();
  await bench.prepare();
  server = await startScriptedServer();
  const ids = Object.fromEntries(VARIABLES.map((name) => [name, 'ID']));
  shell = { BASE_URL: server.url, KEY: 'svc_test', ...ids };
}, 120_000);
afterAll(async () => {
  await server.close();
  bench.remove();
});

/** What a request asks for: ids of examples count as any id. */
const meaningOf = ({ method, url, headers, body }: Seen) => ({
  method,
  path: url
    .split('?')[0]
    ?.replace(/\/(ID|(ct|msg|seg|bc)_\w+)(?=\/|$)/, '/{id}')
    .replace(/\{id\}\/details$/, '{id}'),
  query: Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? '')),
  body: body === '' ? null : JSON.parse(body),
  key: (headers['idempotency-key'] ?? '').toString().replace(/^[0-9a-f-]{36}$/, '') || null,
});

async function requestsOf(run: () => Promise<unknown>) {
  server.script(json(200, {}));
  await run();
  return server.seen.map(meaningOf);
}

it('the translations of every curl command send the same request', { timeout: 120_000 }, async () => {
  expect(commands.length).toBeGreaterThan(20);
  const wanted = await requestsOf(async () => {
    for (const command of commands) await bench.command('bash', ['-c', command], shell);
  });
  const program = (language: 'ts' | 'python', first: string) => {
    const calls = commands
      .map((code) => translationsOf(code, operations)[language] ?? '')
      .join('\n')
      .replace(/^(import .* from '.\/switchboard.js';|from client import switchboard)$/gm, '')
      .replace(/^const (\w+) = /gm, '')
      .replace(/^(console\.log|print)\(.*\);?$/gm, '');
    return `${first}\n${calls}`;
  };
  bench.write(
    'program.mjs',
    program(
      'ts',
      "import { createClient } from 'switchboard/client';\nconst switchboard = createClient({ baseUrl: process.env.BASE_URL, apiKey: 'svc_test' });",
    ),
  );
  cpSync('dist/client', join(bench.folder, 'node_modules/switchboard'), { recursive: true });
  expect(await requestsOf(() => bench.command(process.execPath, ['program.mjs'], shell))).toEqual(wanted);
  if (!python) return;
  cpSync('integrations/python/switchboard.py', join(bench.folder, 'switchboard.py'));
  bench.write(
    'program.py',
    program(
      'python',
      'import os\nfrom switchboard import Switchboard\nswitchboard = Switchboard(os.environ["BASE_URL"], "svc_test")',
    ),
  );
  expect(await requestsOf(() => bench.command(python, ['program.py'], shell))).toEqual(wanted);
});

/** What a program that sends a request contains, in any language. */
const REQUEST = /\$BASE_URL\/(api|mcp)|\/mcp\b|switchboard\.\w+\.\w+\(|chat(\/|\.)completions/;

it.each([
  ['integrators', 45],
  ['recipes', 8],
  ['inference', 1],
])('every request of docs/%s.md is in every language', (name, atLeast) => {
  const { html } = renderPage(readFileSync(`docs/${name}.md`, 'utf8'), operations);
  const requests = html
    .split('<div class="snippet">')
    .slice(1)
    .map((snippet) => [
      ...snippet.matchAll(/data-language="(\w+)"><pre tabindex="0"><code>([\s\S]*?)<\/code>/g),
    ])
    .filter((programs) => programs.some(([, , code = '']) => REQUEST.test(code)))
    .map((programs) => ({ code: programs[0]?.[2], languages: programs.map(([, language]) => language) }));
  expect(requests.length).toBeGreaterThanOrEqual(atLeast);
  const wanted = Object.keys(LANGUAGES);
  expect(requests.filter(({ languages }) => wanted.some((one) => !languages.includes(one)))).toEqual([]);
});

it('every operation has samples in the reference', () => {
  const samples = samplesOf(operations);
  for (const { id } of operations.filter(({ isUpload }) => !isUpload)) {
    expect(samples[id]?.TypeScript, id).toContain(`await switchboard.${id}(`);
    expect(samples[id]?.Python, id).toContain(' = switchboard.');
  }
});
