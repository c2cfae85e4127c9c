import { z } from 'zod';

/**
 * The sandbox's own environment. It is a process of its own that shares no code with the server, so it
 * reads its four variables itself instead of borrowing the server's configuration.
 */
const EnvSchema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4002),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./.data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Everything the sandbox process can be told from outside. */
interface SandboxConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly logLevel: string;
}

/**
 * Parses the environment; an empty variable counts as not set.
 * @throws {Error} that lists every bad variable, one a line.
 */
export function readSandboxConfig(env: NodeJS.ProcessEnv = process.env): SandboxConfig {
  const known = Object.keys(EnvSchema.shape);
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]));
  const parsed = EnvSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment of the sandbox is not usable:\n${faults.join('\n')}`);
  }
  const { SANDBOX_PORT, HOST, DATA_DIR, LOG_LEVEL } = parsed.data;
  return Object.freeze({ port: SANDBOX_PORT, host: HOST, dataDir: DATA_DIR, logLevel: LOG_LEVEL });
}
