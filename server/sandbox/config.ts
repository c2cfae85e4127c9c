import { z } from 'zod';

/** The sandbox's environment variables. It shares no code with the server, not even the configuration. */
const EnvSchema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4002),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./.data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The configuration of the sandbox process. */
interface SandboxConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly logLevel: string;
}

/**
 * Parses the environment. Empty variables count as not set.
 * @throws {Error} that lists every invalid variable, one per line.
 */
export function readSandboxConfig(env: NodeJS.ProcessEnv = process.env): SandboxConfig {
  const known = Object.keys(EnvSchema.shape);
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]));
  const parsed = EnvSchema.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment of the sandbox is not usable:\n${errors.join('\n')}`);
  }
  const { SANDBOX_PORT, HOST, DATA_DIR, LOG_LEVEL } = parsed.data;
  return Object.freeze({ port: SANDBOX_PORT, host: HOST, dataDir: DATA_DIR, logLevel: LOG_LEVEL });
}
