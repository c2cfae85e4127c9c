// `npm run gallery`: screenshots of every page in test-results/gallery, with an index.html.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = await setupOrExit({ tests: true });
rmSync(join(root, 'test-results', 'gallery'), { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=gallery'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SWITCHBOARD_TEST_LANE: 'fast', GALLERY: '1', CHROMIUM_PATH: chromium ?? '' },
  },
);
process.exit(status ?? 1);
