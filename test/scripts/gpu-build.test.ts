import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadPackages, installGpuBuild, tryGpuBuild } from '../../scripts/setup/gpu-build.mjs';
import { SetupError } from '../../scripts/setup/progress.mjs';

const VERSION = '3.21.1';
const EMPTY = { name: 'empty-npm-package', version: '1.0.0' };

describe('npm run gpu', () => {
  let root: string;
  let downloaded: string[];
  /** A clone with the engine and empty packages, as `npm ci` leaves it. */
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'switchboard-gpu-'));
    downloaded = [];
    const builds = ['linux-x64-cuda', 'linux-x64-cuda-ext', 'linux-x64-vulkan'];
    write('node-llama-cpp', {
      optionalDependencies: Object.fromEntries(builds.map((name) => [`@node-llama-cpp/${name}`, VERSION])),
    });
    for (const name of builds) write(`@node-llama-cpp/${name}`, EMPTY);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(name: string, content: object, folder = root): void {
    const target = join(folder, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'package.json'), JSON.stringify(content));
  }
  const download = async (folder: string, packages: readonly string[]) => {
    downloaded.push(...packages);
    for (const one of packages) {
      const [name = '', version] = one.split(/(?!^)@/);
      write(name, { name, version }, folder);
    }
  };
  const installed = (build: string): string | null => {
    const path = join(root, 'node_modules/@node-llama-cpp', build, 'package.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
  };
  const install = (types: (string | false)[], given: Partial<Parameters<typeof installGpuBuild>[1]> = {}) =>
    installGpuBuild(root, {
      machine: { platform: 'linux', arch: 'x64', types },
      download,
      tryBuild: async () => 'Card 9000',
      say: () => undefined,
      ...given,
    });

  it('installs the best build of the pinned version in place of the empty package, once', async () => {
    expect(await install(['cuda', 'vulkan', false])).toBe('Card 9000 (CUDA)');
    expect(downloaded).toEqual([
      `@node-llama-cpp/linux-x64-cuda@${VERSION}`,
      `@node-llama-cpp/linux-x64-cuda-ext@${VERSION}`,
    ]);
    expect(['linux-x64-cuda', 'linux-x64-cuda-ext', 'linux-x64-vulkan'].map(installed)).toEqual([
      VERSION,
      VERSION,
      EMPTY.version,
    ]);
    expect(await install(['cuda', 'vulkan', false])).toBe('Card 9000 (CUDA)');
    expect(downloaded).toHaveLength(2);
    expect(readdirSync(join(root, 'node_modules')).sort()).toEqual(['@node-llama-cpp', 'node-llama-cpp']);
  });

  it('removes a build that does not work, and tries the next one', async () => {
    const tryBuild = async (type: string) => {
      if (type === 'cuda') throw new SetupError('the driver is too old.');
      return 'Card 9000';
    };
    expect(await install(['cuda', 'vulkan', false], { tryBuild })).toBe('Card 9000 (Vulkan)');
    expect(installed('linux-x64-cuda')).toBeNull();
    await expect(install(['cuda', false], { tryBuild })).rejects.toThrow(
      /CUDA build does not work here .* the driver is too old\.\nThe engine uses the CPU/s,
    );
  });

  it('reports when there is no GPU, no build, or nothing to do', async () => {
    await expect(install([false])).rejects.toThrow(/No usable GPU was found.*Nothing was changed/);
    const onArm = { machine: { platform: 'linux', arch: 'arm64', types: ['vulkan', false] as const } };
    await expect(install([], onArm)).rejects.toThrow('There is no Vulkan build for linux on arm64.');
    expect(await install(['metal'])).toContain('Metal');
    expect(downloaded).toEqual([]);
  });

  it('loads a build in a separate process, and rejects one that finds no card', async () => {
    // The default install on a Mac has no CPU-only build.
    await expect(tryGpuBuild('cpu')).rejects.toThrow(/^it finds no GPU\.$|^it cannot be loaded/);
  });

  it('changes nothing without a connection, and says so', async () => {
    // Nothing listens on this port.
    process.env.npm_config_registry = 'http://127.0.0.1:1/';
    try {
      const failed = install(['vulkan', false], { download: downloadPackages });
      await expect(failed).rejects.toThrow(/registry cannot be reached.*Nothing was changed\.$/);
      await expect(failed).rejects.toBeInstanceOf(SetupError);
    } finally {
      delete process.env.npm_config_registry;
    }
    expect(installed('linux-x64-vulkan')).toBe(EMPTY.version);
    expect(readdirSync(join(root, 'node_modules')).sort()).toEqual(['@node-llama-cpp', 'node-llama-cpp']);
  });
});
