import { createInterface } from 'node:readline';
import { type AdminOutcome, errorOutcome, runAdmin } from './admin/run-admin.ts';
import { readConfig } from './config.ts';
import { withRuntime } from './db/local-mariadb/index.ts';

/** The operator's command line. Prints results to standard output and everything else to standard error. */
async function main(): Promise<void> {
  const { exitCode, output, notes } = await runCommand();
  process.stderr.write(notes);
  // Exits only after the write: writing to a pipe is asynchronous.
  process.stdout.write(output, () => process.exit(exitCode));
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function runCommand(): Promise<AdminOutcome> {
  const argv = process.argv.slice(2);
  try {
    const config = readConfig();
    return await runAdmin(argv, {
      config,
      readLine: lineReader(),
      say,
      withRuntime: (use) => withRuntime(config, use, { say }),
    });
  } catch (error) {
    return errorOutcome(error, argv);
  }
}

/** Returns a function that reads the next line of standard input, which it opens at the first call. */
function lineReader(): () => Promise<string | null> {
  let lines: AsyncIterator<string> | null = null;
  return async () => {
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    return done ? null : value;
  };
}

await main();
