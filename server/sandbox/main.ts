import { pino } from 'pino';
import { readSandboxConfig } from './config.ts';
import { createSandbox } from './create-sandbox.ts';

/** Runs the sandbox as a separate process. */
async function main(): Promise<void> {
  const config = readSandboxConfig();
  const log = pino({
    name: 'sandbox',
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  const { dataDir, host, port } = config;
  const sandbox = createSandbox({ dataDir, host, port, log });
  const { url } = await sandbox.listen();
  log.info({ url }, 'the sandbox platform is ready');
  process.send?.({ type: 'ready', url });

  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the sandbox did not end cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  // If a launcher started this process, it ends when the launcher's channel closes.
  if (process.send) process.once('disconnect', end);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
