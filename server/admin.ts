import { runAdmin } from './admin/run-admin.ts';
import { showFault } from './admin/show.ts';
import { readConfig } from './config.ts';
import { withRuntime } from './db/local-mariadb/index.ts';

/** The operator's command line. Standard output gets one answer, so what else there is to say goes to standard error. */
async function main(): Promise<void> {
  const { exitCode, output } = await answer();
  // Not until it is written: a pipe takes its time.
  process.stdout.write(output, () => process.exit(exitCode));
}

async function answer() {
  try {
    const config = readConfig();
    return await runAdmin(process.argv.slice(2), {
      config,
      withRuntime: (use) => withRuntime(config, use, { say: (line) => process.stderr.write(`${line}\n`) }),
    });
  } catch (error) {
    return { exitCode: 1, output: showFault(error) };
  }
}

await main();
