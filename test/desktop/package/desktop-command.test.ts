import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Prints how it was started, and runs until it is stopped, as Electron does. */
const standIn = `#!/bin/sh
trap 'echo ended; exit 0' TERM
echo "started $* for $SWITCHBOARD_SERVER, as Node: \${ELECTRON_RUN_AS_NODE-no}"
while :; do sleep 0.05; done
`;

let folder: string;
let child: ChildProcess | undefined;
let output: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-desktop-'));
  output = '';
});
afterEach(async () => {
  // By Ctrl-C, which also ends its Electron.
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function desktop(environment: Record<string, string>): ChildProcess {
  const started = spawn(process.execPath, ['scripts/desktop.mjs', '--flag'], {
    cwd: root,
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_RUN_AS_NODE: '1', ...environment },
  });
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += chunk));
  child = started;
  return started;
}

const seen = (text: string) => vi.waitFor(() => expect(output).toContain(text), { timeout: 20_000 });

describe.runIf(process.platform === 'linux')('npm run desktop', () => {
  it('starts Electron with the build and the server’s address, and stops it on Ctrl-C', async () => {
    writeFileSync(join(folder, 'electron'), standIn, { mode: 0o755 });
    const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const run = desktop({ PORT: String(port) });
    await seen(`started ${join(root, 'dist')} --flag for http://127.0.0.1:${port}, as Node: no`);
    expect(output).not.toContain('No server responds');
    run.kill('SIGINT');
    expect((await once(run, 'close'))[0]).toBe(0);
    expect(output).toContain('ended');
    server.close();
  });

  it('reports that no server responds, and starts anyway', async () => {
    writeFileSync(join(folder, 'electron'), standIn, { mode: 0o755 });
    desktop({ SWITCHBOARD_SERVER: 'http://127.0.0.1:9' });
    await seen('No server responds at http://127.0.0.1:9: run `npm start` in another terminal');
    await seen('started');
  });
});
