import { z } from 'zod';
import { pickEnvironment } from './kernel/config/bare-environment.ts';
import {
  count,
  hostNames,
  httpUrl,
  httpUrls,
  mailAddress,
  oneOf,
  origins,
  port,
  proxies,
  ranges,
  rangesWithPorts,
  whole,
  withValue,
} from './kernel/config/env-values.ts';
import { TRACING_VARIABLES, tracingOf } from './kernel/config/tracing-settings.ts';
import { pairUpstreams, type Upstream } from './kernel/config/upstreams.ts';
import { webhookTargetsOf } from './kernel/config/webhook-targets.ts';

/**
 * The environment, parsed once. Only this file reads `process.env` (checked by the `env-boundary` rule),
 * so it lists every variable of the product.
 */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const S3_NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const S3_NAMES = [...S3_NEEDED, 'S3_ENDPOINT'] as const;
const MB = 1024 * 1024;
const seconds = (min: number, max: number) =>
  whole(min, max, `must be a whole number of seconds from ${min} to ${max}`);
const megabytes = whole(1, 1_000_000_000, 'must be a whole number of megabytes');

const EnvSchema = z
  .object({
    NODE_ENV: oneOf(['development', 'test', 'production']).default('production'),
    PORT: port.default(4000),
    INFERENCE_PORT: port.default(4001),
    SANDBOX_PORT: port.default(4002),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: httpUrl.optional(),
    ALLOWED_HOSTS: hostNames.default([]),
    DATA_DIR: z.string().min(1).default('./.data'),
    STORAGE_LIMIT_MB: megabytes.optional(),
    STORAGE_UNSENT_LIMIT_MB: megabytes.default(2_048),
    STORAGE_RESERVE_MB: megabytes.optional(),
    DATABASE_URL: z
      .url({ protocol: /^mysql$/, error: 'must look like mysql://user:password@host:3306/name' })
      .optional(),
    MODEL_PATH: z.string().min(1).optional(),
    EMBEDDING_MODEL_PATH: z.string().min(1).optional(),
    MODEL_PLACEHOLDER: oneOf(['0', '1']).optional(),
    MODEL_CATALOG: z.string().min(1).optional(),
    MODEL_DOWNLOADS: oneOf(['one-workspace', 'always', 'never']).default('one-workspace'),
    INFERENCE_PUBLIC_URL: httpUrl.optional(),
    INFERENCE_DEADLINE_SECONDS: seconds(1, 3_600).default(300),
    ASSIST_DRAFT_MINUTES_PER_DAY: whole(1, 100_000, 'must be a whole number from 1 to 100000').default(120),
    ASSIST_DRAFTS_PER_MINUTE: whole(1, 10_000, 'must be a whole number from 1 to 10000').default(6),
    MODEL_SLOTS: whole(1, 64, 'must be a whole number from 1 to 64').default(4),
    MODEL_CONTEXT_SIZE: whole(256, 1_048_576, 'must be a whole number from 256 to 1048576').default(4_096),
    MODEL_LOAD_SECONDS: seconds(10, 86_400).default(1_800),
    MODEL_CACHE_MB: whole(0, 1_000_000, 'must be a whole number of megabytes').default(1_024),
    INFERENCE_CORS_ORIGINS: origins.default([]),
    INFERENCE_UPSTREAM: httpUrls.default([]),
    INFERENCE_UPSTREAM_KEY: z.string().min(1).max(8_192).optional(),
    INFERENCE_DRAIN_SECONDS: seconds(0, 3_600).optional(),
    REDIS_URL: z
      .url({
        protocol: /^rediss?$/,
        error: 'must look like redis://:password@host:6379, or rediss:// for TLS',
      })
      .optional(),
    GRAPH_URL: httpUrl.default('https://graph.facebook.com'),
    GRAPH_VERSION: z
      .string()
      .regex(/^v\d+\.\d+$/, { error: withValue('must look like v21.0') })
      .default('v21.0'),
    SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    SECRET_KEY_PREVIOUS: z
      .string()
      .transform((list) => list.split(',').map((one) => one.trim()))
      .pipe(
        z.array(
          z.string().min(32, 'must be the earlier keys, separated by commas, of 32 characters or more'),
        ),
      )
      .default([]),
    S3_BUCKET: z.string().min(3, 'must be the name of a bucket').optional(),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_ENDPOINT: httpUrl.optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_FORCE_PATH_STYLE: oneOf(['0', '1']).default('0'),
    WORKERS: whole(1, 64, 'must be a whole number from 1 to 64').default(1),
    API_PROCESS: z
      .string()
      .regex(/^\d+(?::launched)?$/)
      .optional(),
    MAX_CONNECTIONS: whole(100, 1_000_000, 'must be a whole number from 100 to 1000000').default(5_000),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@mail.example.com:587' })
      .optional(),
    MAIL_FROM: mailAddress.optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    RATE_LIMIT_KEY_PER_MINUTE: count.default(600),
    RATE_LIMIT_TENANT_PER_MINUTE: count.default(3_000),
    RATE_LIMIT_LOGIN_PER_MINUTE: count.default(10),
    RATE_LIMIT_SENDS_PER_SECOND: count.default(80),
    SEND_EXPIRY_HOURS: whole(1, 720, 'must be a whole number of hours from 1 to 720').default(24),
    SEND_QUEUE_MAX: count.default(100_000),
    RATE_LIMIT_INFERENCE_PER_MINUTE: count.default(600),
    LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
    TRUST_PROXY: proxies.default([]),
    WEBHOOK_ALLOW_CIDRS: ranges.default([]),
    MEDIA_ALLOW_CIDRS: rangesWithPorts.default([]),
    SANDBOX_ENABLED: oneOf(['0', '1']).default('0'),
    SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
    EMBEDDED_DATABASE: oneOf(['0', '1']).default('0'),
    ...TRACING_VARIABLES,
    DRAIN_DELAY_SECONDS: seconds(0, 300).optional(),
  })
  .superRefine((env, context) => {
    if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined)) {
      const missing = env.SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM';
      context.addIssue({ code: 'custom', path: [missing], message: 'is required for mail' });
    }
    const upstreams = pairUpstreams(env.INFERENCE_UPSTREAM, env.INFERENCE_UPSTREAM_KEY);
    if (typeof upstreams === 'string')
      context.addIssue({ code: 'custom', path: ['INFERENCE_UPSTREAM_KEY'], message: upstreams });
    // Without it, limits and screens of one process would not know of the others.
    if (env.WORKERS > 1 && env.REDIS_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['REDIS_URL'],
        message: 'is required when WORKERS is above 1',
      });
    }
    // With incomplete settings, files would silently be stored in the local folder.
    const isWanted = S3_NAMES.some((name) => env[name] !== undefined);
    for (const name of isWanted ? S3_NEEDED : []) {
      if (env[name] !== undefined) continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required when any S3 setting is set',
      });
    }
  });

/** Every setting of the product, checked and frozen. */
export type Config = Readonly<ReturnType<typeof shape>>;

/** Thrown when the environment is not usable; `message` lists every error, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment. Reports all errors at once.
 * @throws {ConfigError} when any variable has an invalid value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const known = Object.keys(EnvSchema.shape);
  // An empty variable means "not set": `PORT= npm start` should not be an error.
  const given = Object.fromEntries(known.filter((name) => env[name]).map((name) => [name, env[name]]));
  const parsed = EnvSchema.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment is not usable:\n${errors.join('\n')}`);
  }
  return Object.freeze(shape(parsed.data));
}

function shape(env: z.infer<typeof EnvSchema>) {
  return {
    environment: env.NODE_ENV,
    port: env.PORT,
    inferencePort: env.INFERENCE_PORT,
    sandboxPort: env.SANDBOX_PORT,
    /** Whether the sandbox is the platform of all numbers. */
    sandboxEnabled: env.SANDBOX_ENABLED === '1',
    /** Where the sandbox is, for test numbers; null while it is not running. */
    sandboxUrl: env.SANDBOX_URL ?? (env.SANDBOX_ENABLED === '1' ? env.GRAPH_URL : null),
    host: env.HOST,
    /** Any GGUF file; without one, the model that was chosen on the Model page. */
    modelPath: env.MODEL_PATH,
    /** Whether a model with random weights is served while no other is chosen; undefined: in the demo only. */
    hasPlaceholderModel: env.MODEL_PLACEHOLDER === undefined ? undefined : env.MODEL_PLACEHOLDER === '1',
    /** A GGUF file for embeddings; without it there are none. */
    embeddingModelPath: env.EMBEDDING_MODEL_PATH,
    /** The number of requests that the model processes at a time. */
    modelSlots: env.MODEL_SLOTS,
    /** The most tokens for each of them, prompt and answer together, if the model allows as many. */
    modelContextSize: env.MODEL_CONTEXT_SIZE,
    /** The most bytes of conversations that were read ahead and are kept besides those in use; 0 keeps none. */
    modelCacheBytes: env.MODEL_CACHE_MB * 1_024 * 1_024,
    /** How long a model may make no progress while it is loaded. */
    modelLoadMs: env.MODEL_LOAD_SECONDS * 1_000,
    /** From the arrival of a request to its last token. */
    inferenceDeadlineMs: env.INFERENCE_DEADLINE_SECONDS * 1_000,
    /** Drafts that one server begins in a minute, and how long the model works on them in a day (UTC), of all workspaces. */
    assistDraftsPerMinute: env.ASSIST_DRAFTS_PER_MINUTE,
    assistDraftMsPerDay: env.ASSIST_DRAFT_MINUTES_PER_DAY * 60_000,
    /** A file that lists the models that can be downloaded; the default is the built-in list. */
    modelCatalog: env.MODEL_CATALOG,
    /** When owners and admins may download, choose and remove models, which all workspaces share. */
    modelDownloads: env.MODEL_DOWNLOADS,
    /** The base URL of the inference endpoint as callers use it, including `/v1`. */
    inferenceUrl: env.INFERENCE_PUBLIC_URL ?? `http://${nameOfHost(env.HOST)}:${env.INFERENCE_PORT}/v1`,
    /** Origins of web pages that may call the inference endpoint. */
    inferenceCorsOrigins: env.INFERENCE_CORS_ORIGINS,
    /** Engines to use instead of ours; none: the model of this machine. */
    inferenceUpstreams: upstreamsOf(env),
    /** How long running answers of the model have to finish when its server stops. */
    inferenceDrainMs: (env.INFERENCE_DRAIN_SECONDS ?? (isAlone(env) ? 3 : 30)) * 1_000,
    publicUrl: env.PUBLIC_URL ?? `http://${nameOfHost(env.HOST)}:${env.PORT}`,
    /** Host names that the dashboard accepts besides PUBLIC_URL's and those of this machine. */
    allowedHosts: env.ALLOWED_HOSTS,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** Set by the launcher: the database is its own child, so no other server can hold leases in it. */
    embeddedDatabase: env.EMBEDDED_DATABASE === '1' && env.API_PROCESS === undefined,
    /** How many processes the API server has on this machine. */
    workers: env.WORKERS,
    /** Which of these processes this is; null for the one that starts them, and for a single one. */
    apiProcess: apiProcessOf(env),
    ...drainOf(env),
    /** Shared by several API servers; a single server needs none. */
    redisUrl: env.REDIS_URL,
    graphUrl: env.GRAPH_URL,
    graphVersion: env.GRAPH_VERSION,
    secretKey: env.SECRET_KEY,
    /** The keys before `secretKey`: what was made with them stays valid. */
    previousSecretKeys: env.SECRET_KEY_PREVIOUS,
    /** The bucket for files; null to store them in `DATA_DIR/media`. */
    s3: s3Of(env),
    /** What files may use, in bytes. */
    storage: {
      /** All files of a workspace; null without a limit. */
      total: env.STORAGE_LIMIT_MB === undefined ? null : env.STORAGE_LIMIT_MB * MB,
      /** Uploads of a workspace that no message carries yet. */
      unsent: env.STORAGE_UNSENT_LIMIT_MB * MB,
      /** What files leave free on the disk; null for 2 GB or 5 %, whichever is more. */
      reserve: env.STORAGE_RESERVE_MB === undefined ? null : env.STORAGE_RESERVE_MB * MB,
    },
    /** The mail server, and who its mails are from; null: nothing is mailed. */
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    /** The most open connections to this server. */
    maxConnections: env.MAX_CONNECTIONS,
    metricsToken: env.METRICS_TOKEN,
    tracing: tracingOf(env),
    rateLimits: {
      keyPerMinute: env.RATE_LIMIT_KEY_PER_MINUTE,
      tenantPerMinute: env.RATE_LIMIT_TENANT_PER_MINUTE,
      loginPerMinute: env.RATE_LIMIT_LOGIN_PER_MINUTE,
      /** Messages to the platform per workspace; the platform itself allows 80 or more. */
      sendsPerSecond: env.RATE_LIMIT_SENDS_PER_SECOND,
      inferencePerMinute: env.RATE_LIMIT_INFERENCE_PER_MINUTE,
    },
    sends: {
      /** A message that has waited this long for the platform fails. */
      expiryHours: env.SEND_EXPIRY_HOURS,
      /** Messages of one workspace that may wait for the platform. */
      queueMax: env.SEND_QUEUE_MAX,
    },
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    /** What outbound webhooks may reach besides public addresses. */
    webhookTargets: webhookTargetsOf(env),
    /** Private address ranges, some with a port, that requests for linked files may reach. */
    mediaAllow: env.MEDIA_ALLOW_CIDRS,
  };
}

/** Returns the host name under which callers on this machine reach the server. */
function nameOfHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** With the embedded database the launcher ends everything within 15 seconds. */
const EMBEDDED_DRAIN_MS = 9_000;
/** A send waits up to 15 seconds for the platform's answer (platform/graph/graph-http.ts). */
const SEND_DRAIN_MS = 20_000;

/** Whether this is the only server of its database. */
function isAlone(env: z.infer<typeof EnvSchema>): boolean {
  return env.EMBEDDED_DATABASE === '1' || !env.DATABASE_URL;
}

function upstreamsOf(env: z.infer<typeof EnvSchema>): Upstream[] {
  const paired = pairUpstreams(env.INFERENCE_UPSTREAM, env.INFERENCE_UPSTREAM_KEY);
  return typeof paired === 'string' ? [] : paired;
}

/** Returns the times of an orderly stop. The only server of its database has no balancer that must notice. */
function drainOf(env: z.infer<typeof EnvSchema>) {
  const drainDelayMs = (env.DRAIN_DELAY_SECONDS ?? (isAlone(env) ? 0 : 5)) * 1_000;
  return {
    /** How long the server still serves after it was asked to stop, while `/readyz` is 503. */
    drainDelayMs,
    /** The process ends after this time, whatever is still in progress. */
    drainLimitMs: drainDelayMs + (isAlone(env) ? EMBEDDED_DRAIN_MS : SEND_DRAIN_MS),
  };
}

function apiProcessOf({ API_PROCESS }: z.infer<typeof EnvSchema>) {
  if (API_PROCESS === undefined) return null;
  return { number: Number.parseInt(API_PROCESS, 10), hasLauncher: API_PROCESS.endsWith(':launched') };
}

function s3Of(env: z.infer<typeof EnvSchema>) {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT ?? null,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE === '1',
  };
}

/**
 * Returns the environment for a server process of ours: this process's with `extra` on top, without the names that
 * match `without`. It is here because only this file may read `process.env`.
 */
export function childEnvironment(extra: Record<string, string>, without?: RegExp): NodeJS.ProcessEnv {
  const all = { ...process.env, ...extra };
  if (!without) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.test(name)));
}

/**
 * Returns the environment of the API server. Node has four threads for name lookups, files and password hashes, and
 * slow lookups may take half of them. The operator's own number wins.
 */
export function apiEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { UV_THREADPOOL_SIZE: '16', ...childEnvironment(extra) };
}

/**
 * Returns the environment for a process that needs no setting of ours and must not see our secrets: what programs
 * need to run at all, what `also` matches, and `extra` on top.
 */
export function bareEnvironment(extra: Record<string, string> = {}, also?: RegExp): NodeJS.ProcessEnv {
  return { ...pickEnvironment(process.env, also), ...extra };
}
