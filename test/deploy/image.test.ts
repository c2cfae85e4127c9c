import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../server/db/local-mariadb/index.ts';

/** The steps of the image, in a folder: what the Dockerfile copies, with production dependencies only. */
const folder = mkdtempSync(join(tmpdir(), 'switchboard-image-'));
const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-image-data-'));
afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

it('runs with production dependencies only, writes nothing beside its data, and stops in time', async () => {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(file, join(folder, file));
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder, stdio: 'pipe' });
  const copied = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^COPY --from=build (.*) \S+$/gm)]
    .flatMap(([, list = '']) => list.split(' ').map((path) => path.replace('/app/', '')))
    .filter((path) => path !== 'node_modules');
  for (const path of copied) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  const bytes = listOf(folder)
    .split('\n')
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  console.log(`program and production dependencies: ${Math.round(bytes / 1_000_000)} MB`);
  expect(bytes).toBeLessThan(700_000_000);
  const before = listOf(folder);
  chmodSync(folder, 0o555);

  const [port, inferencePort] = [await freePort(), await freePort()];
  const environment = {
    ...{ PATH: process.env.PATH, HOME: dataDir, DATA_DIR: dataDir },
    ...{ PORT: String(port), INFERENCE_PORT: String(inferencePort) },
  };
  const server = spawn(process.execPath, ['deploy/serve.mjs'], { cwd: folder, env: environment });
  const output: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(server, 'close');
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => output.join(''),
        ),
      {
        timeout: 60_000,
      },
    )
    .toBe(200);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect(page).toContain('<div id="root"');
  execFileSync(process.execPath, ['deploy/healthy.mjs'], { cwd: folder, env: environment });
  server.kill('SIGTERM');
  expect((await ended)[0], output.join('')).toBe(0);
  expect(listOf(folder)).toEqual(before);
}, 300_000);

function listOf(path: string): string {
  return execFileSync('find', [path, '-type', 'f', '-printf', '%P %s\n'], { maxBuffer: 64 * 2 ** 20 })
    .toString()
    .split('\n')
    .toSorted()
    .join('\n');
}
