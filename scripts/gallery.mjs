// `npm run gallery`: screenshots of every page in test-results/gallery, with an index.html, and misfits.txt.
// A part, which replaces only its own screenshots: `npm run gallery -- STATE [LANGUAGE] [--pages REGEXP]`, where STATE
// is full, campaigns, dialogs, loading, error, missing, entrance, desktop, setup or empty, and LANGUAGE is en or pt-BR.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setupOrExit } from './setup.mjs';

const { values, positionals } = parseArgs({ options: { pages: { type: 'string' } }, allowPositionals: true });
const isAll = positionals.length === 0 && values.pages === undefined;
const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = await setupOrExit({ tests: true });
const folder = join(root, 'test-results', 'gallery');
rmSync(isAll ? folder : join(folder, 'misfits.txt'), { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--project=gallery',
    // Playwright empties its folder first, and the screenshots of other parts are in the usual one.
    '--output=test-results/gallery-failures',
    ...(positionals.length > 0 ? ['--grep', positionals.join(' ')] : []),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SWITCHBOARD_TEST_LANE: 'full',
      GALLERY: '1',
      GALLERY_PAGES: values.pages ?? '',
      CHROMIUM_PATH: chromium ?? '',
    },
  },
);
process.exit(status ?? 1);
