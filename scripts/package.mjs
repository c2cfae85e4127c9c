// `npm run package [-- --linux --win --mac]`: builds the desktop app and its installers in dist/packages, by
// default for this system.
import { fileURLToPath } from 'node:url';
import { SetupError } from './setup/progress.mjs';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const ours = { linux: 'linux', win32: 'win', darwin: 'mac' }[process.platform];

await setupOrExit({ desktop: true, database: false });
const { packageDesktop, SYSTEMS } = await import('./desktop/packaging.mjs');
const systems = chosen(process.argv.slice(2));

try {
  const files = await packageDesktop(root, {
    systems,
    updateUrl: process.env.SWITCHBOARD_UPDATE_URL,
    signingKey: process.env.SWITCHBOARD_UPDATE_SIGNING_KEY,
  });
  console.log(`\nCreated:\n${files.map((file) => `  ${file}`).join('\n')}`);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}

function chosen(args) {
  const names = args.map((argument) => argument.replace(/^--/, ''));
  const unknown = names.find((name) => !(name in SYSTEMS));
  if (!unknown) return names.length > 0 ? names : [ours];
  console.error(`Unknown system "${unknown}". Use one or more of: --linux --win --mac`);
  process.exit(1);
}

function sentenceOf(error) {
  if (error instanceof SetupError) return error.message;
  if (
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|fetch failed|RequestError/.test(`${error.code} ${error.message}`)
  ) {
    return 'Electron or a packaging tool could not be downloaded. This command needs access to github.com once.';
  }
  return error.message;
}
