import { z } from 'zod';

/**
 * The environment, parsed once. This file and nothing else reads `process.env`
 * (checked by the `env-boundary` rule), so every variable the product knows is here.
 */
const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1).max(1_000_000_000);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

const EnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: port.default(4000),
  SANDBOX_PORT: port.default(4002),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z
    .url({ protocol: /^mysql$/, error: 'must look like mysql://user:password@host:3306/name' })
    .optional(),
  GRAPH_URL: httpUrl.default('https://graph.facebook.com'),
  GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must look like v21.0')
    .default('v21.0'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RATE_LIMIT_KEY_PER_MINUTE: count.default(600),
  RATE_LIMIT_TENANT_PER_MINUTE: count.default(3_000),
  RATE_LIMIT_LOGIN_PER_MINUTE: count.default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().default(''),
  SANDBOX_ENABLED: z.enum(['0', '1']).default('0'),
  EMBEDDED_DATABASE: z.enum(['0', '1']).default('0'),
});

/** Every setting of the product, checked and frozen. */
export type Config = Readonly<ReturnType<typeof shape>>;

/** Thrown when the environment is not usable; `message` lists every fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment. All faults are reported at once.
 * @throws {ConfigError} when any variable has a bad value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const known = Object.keys(EnvSchema.shape);
  // An empty variable means "not set": `PORT= npm start` should not be an error.
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]));
  const parsed = EnvSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment is not usable:\n${faults.join('\n')}`);
  }
  return Object.freeze(shape(parsed.data));
}

function shape(env: z.infer<typeof EnvSchema>) {
  return {
    environment: env.NODE_ENV,
    port: env.PORT,
    sandboxPort: env.SANDBOX_PORT,
    sandboxEnabled: env.SANDBOX_ENABLED === '1',
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://${env.HOST === '0.0.0.0' ? 'localhost' : env.HOST}:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** Set by the launcher: the database is its own child, so no other server can hold leases in it. */
    embeddedDatabase: env.EMBEDDED_DATABASE === '1',
    graphUrl: env.GRAPH_URL,
    graphVersion: env.GRAPH_VERSION,
    secretKey: env.SECRET_KEY,
    metricsToken: env.METRICS_TOKEN,
    rateLimits: {
      keyPerMinute: env.RATE_LIMIT_KEY_PER_MINUTE,
      tenantPerMinute: env.RATE_LIMIT_TENANT_PER_MINUTE,
      loginPerMinute: env.RATE_LIMIT_LOGIN_PER_MINUTE,
    },
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY.split(',')
      .map((cidr) => cidr.trim())
      .filter(Boolean),
  };
}

/**
 * The environment that a child process of ours starts with: the parent's, with `extra` on top.
 * Here because this is the only file that may touch `process.env`.
 */
export function childEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}
