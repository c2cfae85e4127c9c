import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { eventually } from '../helpers/platform.ts';
import { SECRET_KEY } from '../helpers/test-server.ts';

/** A built model server in its own process, with the placeholder. */
export interface ModelServerProcess {
  /** The base URL, with its `/v1`. */
  readonly url: string;
  readonly host: string;
  hasEnded(): boolean;
  pid(): number;
  /** Starts it; resolves when it answers. */
  start(): Promise<void>;
  /** Sends SIGKILL; resolves when it has ended. Its engine ends with it. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  terminate(): Promise<number | null>;
  /** Ends it in whatever state it is, and deletes its files. */
  remove(): Promise<void>;
}

const bundle = fileURLToPath(new URL('../../dist/server/inference.js', import.meta.url));

/**
 * Prepares a model server on a free port, one of several of their database.
 * @param isSession whether it leads a session of its own, as the launcher starts it.
 */
export async function prepareModelServer(
  databaseUrl: string,
  environment: Record<string, string> = {},
  { isSession = false } = {},
): Promise<ModelServerProcess> {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-model-server-'));
  let output = '';
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(null);
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null;

  const kill = async () => {
    child?.kill('SIGKILL');
    await exit;
  };
  return {
    url: `http://${host}/v1`,
    host,
    hasEnded,
    pid: () => child?.pid ?? 0,
    start: async () => {
      child = spawn(process.execPath, [bundle], {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: isSession,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          INFERENCE_PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SECRET_KEY,
          MODEL_PLACEHOLDER: '1',
          LOG_LEVEL: 'warn',
          UV_THREADPOOL_SIZE: '1',
          RATE_LIMIT_INFERENCE_PER_MINUTE: '1000000',
          ...environment,
        },
      });
      const started = child;
      exit = new Promise((resolve) => started.once('exit', (code) => resolve(code)));
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-20_000);
        });
      }
      await eventually(async () => {
        if (hasEnded()) throw new Error(`the model server did not start:\n${output}`);
        return fetch(`http://${host}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
      }, 120_000);
    },
    kill,
    terminate: async () => {
      child?.kill('SIGTERM');
      return exit;
    },
    remove: async () => {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
