import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bareEnvironment } from '../../config.ts';
import type { DatabaseServer } from './find-database-server.ts';
import { OperatorError } from './operator-error.ts';
import { ensurePrivateFolder, withPrivateUmask } from './private-files.ts';
import { mariadbEnvironment, runAs } from './server-options.ts';

/** Returns the folder of the database's tables. */
export function tablesFolder(dataDir: string): string {
  return join(dataDir, 'mariadb');
}

/**
 * Returns the server's own folder for temporary tables. Never the machine's: a server that starts deletes
 * all `#sql` files there, including those of other servers.
 */
export function temporaryFolder(dataDir: string): string {
  const folder = join(dataDir, 'tmp');
  ensurePrivateFolder(folder);
  return folder;
}

/**
 * Creates the system tables once, in a draft folder that is renamed when it is complete. A kill halfway
 * leaves nothing that looks like a database; the next start deletes the remains.
 */
export async function ensureInitialised(
  dataDir: string,
  database: DatabaseServer,
  say: (line: string) => void,
): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    // A killed initialisation may still be writing while we delete, so retry.
    if (name.startsWith('mariadb-init-'))
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20 });
  }
  if (existsSync(tablesFolder(dataDir))) return;
  say('Preparing the database folder…');
  const draft = join(dataDir, `mariadb-init-${randomBytes(4).toString('hex')}`);
  ensurePrivateFolder(draft);
  await initialise(database, draft, temporaryFolder(dataDir));
  renameSync(draft, tablesFolder(dataDir));
}

async function initialise(database: DatabaseServer, folder: string, temporary: string): Promise<void> {
  const [command, args] = commandFor(database, folder, temporary);
  const { code, output } = await run(command, args, { cwd: dirname(folder), TMPDIR: temporary });
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  const cause = output.trim().split('\n').slice(0, 12).join('\n');
  throw new OperatorError(
    'database_failed',
    `The database folder could not be prepared by ${command}:\n${cause}`,
  );
}

function commandFor(database: DatabaseServer, folder: string, temporary: string): [string, string[]] {
  const place = [`--datadir=${folder}`, `--tmpdir=${temporary}`];
  if (!database.installer)
    return [database.server, ['--no-defaults', '--initialize-insecure', ...place, ...runAs()]];
  if (process.platform === 'win32') return [database.installer, [`--datadir=${folder}`]];
  // With this, only the owner of the socket can connect as root, and never over the port.
  return [
    database.installer,
    [
      '--no-defaults',
      // A shell script, which breaks a path with spaces: it gets the name in its own folder, and TMPDIR.
      `--datadir=./${basename(folder)}`,
      ...runAs(),
      '--auth-root-authentication-method=socket',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
  ];
}

function run(
  command: string,
  args: string[],
  { cwd, TMPDIR }: { cwd: string; TMPDIR: string },
): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    const child = withPrivateUmask(() =>
      // Its own process group: Ctrl-C must not interrupt it halfway.
      spawn(command, args, {
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        env: bareEnvironment({ ...mariadbEnvironment, TMPDIR }),
      }),
    );
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}
