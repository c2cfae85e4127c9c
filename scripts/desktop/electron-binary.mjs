// Electron itself: npm brings its description only, and the program (about 110 MB) is fetched on first use.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, SetupError } from '../setup/progress.mjs';

/**
 * Makes sure that Electron's program is in node_modules.
 * @param browserAddress where the same app can be used instead, for the sentence that says why not.
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
    `Electron ${version} could not be fetched (${reason}; it wants access to github.com and Node ${engines.node}, ` +
      `this is ${process.versions.node}), so open the same app in a browser: ${browserAddress}`,
  );
}

/** Electron's own installer leaves the program's name in path.txt once everything is unpacked. */
function findProgram(folder) {
  const mark = join(folder, 'path.txt');
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!elsewhere && !existsSync(mark)) return null;
  const name = existsSync(mark) ? readFileSync(mark, 'utf8') : 'electron';
  const program = join(elsewhere ?? join(folder, 'dist'), name);
  return existsSync(program) ? program : null;
}

/** The line of a stack that names the fault. */
function reasonIn(output) {
  const line = output.split('\n').find((one) => /^\w*Error\b.*: /.test(one));
  return line ? line.replace(/^\w*Error\b[^:]*: /, '') : 'its installer failed';
}
