// Downloads the Electron program (about 110 MB) on first use. The npm package does not contain it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, SetupError } from '../setup/progress.mjs';

/**
 * Makes sure that the Electron program is in node_modules.
 * @param browserAddress where the app can be used in a browser, for the error message.
 * @returns the path of the program.
 */
export async function ensureElectron(root, progress, browserAddress) {
  const folder = join(root, 'node_modules/electron');
  const installed = findProgram(folder);
  if (installed) return installed;
  const { version, engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const fetchIt = () => run(process.execPath, [join(folder, 'install.js')]);
  let reason = 'nothing was unpacked';
  try {
    await progress.step(`Fetching Electron ${version} (about 110 MB)`, fetchIt);
  } catch (error) {
    reason = reasonIn(error.message);
  }
  const fetched = findProgram(folder);
  if (fetched) return fetched;
  throw new SetupError(
    `Electron ${version} could not be fetched (${reason}; the download needs access to github.com and Node ${engines.node}, ` +
      `this is ${process.versions.node}), so open the same app in a browser: ${browserAddress}`,
  );
}

/** Returns the program's path, or null. Electron's installer writes path.txt when it has finished. */
function findProgram(folder) {
  const mark = join(folder, 'path.txt');
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!elsewhere && !existsSync(mark)) return null;
  const name = existsSync(mark) ? readFileSync(mark, 'utf8') : 'electron';
  const program = join(elsewhere ?? join(folder, 'dist'), name);
  return existsSync(program) ? program : null;
}

/** Returns the message of the error in a stack trace. */
function reasonIn(output) {
  const line = output.split('\n').find((one) => /^\w*Error\b.*: /.test(one));
  return line ? line.replace(/^\w*Error\b[^:]*: /, '') : 'its installer failed';
}
