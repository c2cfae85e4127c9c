import { createInterface } from 'node:readline';
import { type AdminOutcome, errorOutcome, runAdmin } from './admin/run-admin.ts';
import { readConfig } from './config.ts';
import { withRuntime } from './db/local-mariadb/index.ts';

/** The operator's command line. Standard output gets the answer alone; what else there is to say goes to standard error. */
async function main(): Promise<void> {
  const { exitCode, output, notes } = await answer();
  process.stderr.write(notes);
  // Not until it is written: a pipe takes its time.
  process.stdout.write(output, () => process.exit(exitCode));
}

async function answer(): Promise<AdminOutcome> {
  const argv = process.argv.slice(2);
  try {
    const config = readConfig();
    return await runAdmin(argv, {
      config,
      readLine: lineReader(),
      withRuntime: (use) => withRuntime(config, use, { say: (line) => process.stderr.write(`${line}\n`) }),
    });
  } catch (error) {
    return errorOutcome(error, argv);
  }
}

/** Lines of standard input, which is opened only when the first one is asked for. */
function lineReader(): () => Promise<string | null> {
  let lines: AsyncIterator<string> | null = null;
  return async () => {
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    return done ? null : value;
  };
}

await main();
