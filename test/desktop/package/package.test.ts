import { createHash, type KeyObject } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asar from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import electronPackage from '../../../node_modules/electron/package.json' with { type: 'json' };
import ourPackage from '../../../package.json' with { type: 'json' };
import { makeStandInElectron, readFuses } from './stand-in-electron.ts';

type PackageDesktop = (root: string, options: Record<string, unknown>) => Promise<string[]>;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const output = mkdtempSync(join(tmpdir(), 'switchboard-package-'));
const electronDist = makeStandInElectron(electronPackage.version);
const directories = { app: 'dist', buildResources: 'electron/resources', output };
const app = join(output, 'linux-unpacked');
const archive = join(app, 'resources/app.asar');

/**
 * The computed options of the installers: the AppImage's menu entry, and the arguments for building the deb.
 */
const inspected: unknown[] = [];
let packageDesktop: PackageDesktop;
let signing: {
  createKey(path: string): void;
  readKey(path: string): KeyObject;
  publicKeyOf(key: KeyObject): string;
};

// Runs electron-builder with our settings, up to the tools that it would download for an installer.
beforeAll(async () => {
  const script = (name: string) => import(pathToFileURL(join(root, 'scripts', name)).href);
  await (await script('build.mjs')).build(() => undefined, { desktop: true });
  signing = await script('desktop/update-signing.mjs');
  const signingKey = join(output, 'update-key.pem');
  signing.createKey(signingKey);
  ({ packageDesktop } = await script('desktop/packaging.mjs'));
  await packageDesktop(root, {
    systems: ['linux'],
    updateUrl: 'https://updates.example.com/desktop',
    signingKey,
    overrides: { electronDist, directories },
    inspect: async (made: unknown) => {
      inspected.push(Array.isArray(made) ? [made[0], readFileSync(made[1], 'utf8')] : made);
      return true;
    },
  });
}, 60_000);

afterAll(() => {
  for (const folder of [output, electronDist]) rmSync(folder, { recursive: true, force: true });
});

function filesInArchive(): string[] {
  const isFile = (path: string) => !('files' in asar.statFile(archive, path.slice(1)));
  return asar.listPackage(archive, { isPack: false }).filter(isFile);
}

function read(path: string): Buffer {
  return asar.extractFile(archive, path.replace(/^\//, ''));
}

describe('the archive of the package', () => {
  it('contains only main, preload, their images and the dashboard', () => {
    const expected =
      /^\/(package\.json|electron\/(main|preload)\.cjs|electron\/resources\/[\w/@.-]+\.png|renderer\/(index\.html|[\w.-]+\.(js|svg)|assets\/[\w.-]+\.(js|css|svg|woff2|png)))$/;
    expect(filesInArchive().filter((file) => !expected.test(file))).toEqual([]);
    expect(filesInArchive()).toEqual(
      expect.arrayContaining(['/electron/main.cjs', '/electron/preload.cjs', '/renderer/index.html']),
    );
  });

  it('contains the images that main shows', () => {
    for (const name of ['tray', 'tray-unread', 'trayTemplate', 'trayUnreadTemplate', 'overlay']) {
      expect(filesInArchive()).toContain(`/electron/resources/tray/${name}.png`);
      expect(filesInArchive()).toContain(`/electron/resources/tray/${name}@2x.png`);
    }
  });

  it('describes the app, without scripts and dependencies', () => {
    const manifest = JSON.parse(read('package.json').toString());
    expect(manifest).toMatchObject({ version: ourPackage.version, main: 'electron/main.cjs' });
    expect(Object.keys(manifest).sort()).toEqual(
      'author description desktopName homepage license main name productName type updateKey version'.split(
        ' ',
      ),
    );
    const publicKey = signing.publicKeyOf(signing.readKey(join(output, 'update-key.pem')));
    expect(manifest.updateKey).toBe(publicKey);
  });

  it('needs only Electron and Node’s built-in modules at run time', () => {
    const known = new Set([...builtinModules, 'electron', 'bufferutil', 'utf-8-validate']);
    const wanted = (file: string) =>
      [
        ...read(file)
          .toString()
          .matchAll(/\brequire\("([^"]+)"\)/g),
      ].map((match) => String(match[1]));
    const unknown = wanted('electron/main.cjs').filter((name) => !known.has(name.replace(/^node:/, '')));
    expect(unknown).toEqual([]);
    expect(wanted('electron/preload.cjs')).toEqual(['electron']);
  });

  it('contains no paths of this machine, no server code and no secrets', () => {
    const text = filesInArchive()
      .filter((file) => !file.endsWith('.png'))
      .map((file) => read(file).toString())
      .join('\n');
    const paths = [root.slice(0, -1), homedir()].filter((path) => path.length > 5);
    const names = [
      'sequelize',
      'mariadbd',
      'DATABASE_URL',
      'SECRET_KEY',
      'devDependencies',
      'sourceMappingURL=',
    ];
    expect(
      [...paths, ...names, 'BEGIN PRIVATE KEY', 'BEGIN RSA'].filter((one) => text.includes(one)),
    ).toEqual([]);
  });

  it('has a checksum for every file, which Electron compares on Windows and macOS', () => {
    const { header } = asar.getRawHeader(archive);
    const main = JSON.parse(JSON.stringify(header)).files.electron.files['main.cjs'];
    expect(main.integrity.hash).toBe(createHash('sha256').update(read('electron/main.cjs')).digest('hex'));
  });

  // The emoji (their font and names) are 1.6 MB of it, the encoder of voice messages 0.2 MB.
  it('stays small', () => {
    const size = readFileSync(archive).length;
    expect(size).toBeGreaterThan(500_000);
    expect(size).toBeLessThan(6_500_000);
  });
});

describe('around the archive', () => {
  it('the fuses match the settings', () => {
    expect(readFuses(readFileSync(join(app, 'switchboard')))).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('no code is outside it', () => {
    expect(
      readdirSync(join(app, 'resources')).filter((name) => /^app$|unpacked|\.(c|m)?js$/.test(name)),
    ).toEqual([]);
    expect(existsSync(join(app, 'node_modules'))).toBe(false);
  });

  it('the licenses of Electron and Chromium are included', () => {
    expect(existsSync(join(app, 'LICENSE.electron.txt'))).toBe(true);
    expect(existsSync(join(app, 'LICENSES.chromium.html'))).toBe(true);
  });

  it('the update address is the given one', () => {
    const feed = readFileSync(join(app, 'resources/app-update.yml'), 'utf8');
    expect(feed).toContain('provider: generic\nurl: https://updates.example.com/desktop\n');
  });

  it('the menu entries of both installers open our links in our window', () => {
    const entries = inspected.map((made) =>
      Array.isArray(made) ? made[1] : (made as { desktop: string }).desktop,
    );
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toContain('MimeType=x-scheme-handler/switchboard;');
      expect(entry).toContain('StartupWMClass=switchboard\n');
      expect(entry).toContain('Name=Switchboard\n');
    }
  });
});

describe('the settings', () => {
  const attempt = (change: object) =>
    packageDesktop(root, { systems: ['linux'], overrides: { electronDist, directories, ...change } });

  it.each([{ electronFuse: {} }, { electronFuses: { runAsNod: false } }, { nsis: { perMachines: true } }])(
    'with a wrong key are rejected by electron-builder: %j',
    async (change) => {
      await expect(attempt(change)).rejects.toThrow(/does not match the API schema/);
    },
  );

  it('with an update address need a key for AppImages', async () => {
    const updateUrl = 'https://updates.example.com/desktop';
    await expect(packageDesktop(root, { systems: ['linux'], updateUrl })).rejects.toThrow(
      /SWITCHBOARD_UPDATE_SIGNING_KEY/,
    );
  });

  it.each(['http://updates.example.com/', 'updates.example.com', 'file:///tmp'])(
    'accept only https addresses for updates: %s',
    async (updateUrl) => {
      await expect(packageDesktop(root, { systems: ['linux'], updateUrl })).rejects.toThrow(
        /must be an https address/,
      );
    },
  );
});
