/** What outbound webhooks may reach besides public addresses. */
export interface WebhookTargets {
  /** Ranges of addresses, over http and https, on any port. */
  allowCidrs: readonly string[];
  /** This machine is allowed, except on these ports; null: it is not, unless it is in a range. */
  closedPorts: readonly number[] | null;
}

interface Settings {
  HOST: string;
  PORT: number;
  INFERENCE_PORT: number;
  SANDBOX_PORT: number;
  PUBLIC_URL?: string | undefined;
  ALLOWED_HOSTS: readonly string[];
  TRUST_PROXY: readonly unknown[];
  WEBHOOK_ALLOW_CIDRS: readonly string[];
  DATABASE_URL?: string | undefined;
  REDIS_URL?: string | undefined;
  GRAPH_URL: string;
  SANDBOX_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  SMTP_URL?: string | undefined;
  INFERENCE_UPSTREAM: readonly string[];
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

const LOCAL_HOST = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/;

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  ...{
    'mysql:': 3306,
    'redis:': 6379,
    'rediss:': 6379,
    'smtp:': 587,
    'smtps:': 465,
    'http:': 80,
    'https:': 443,
  },
};

/**
 * Returns what webhooks may reach. A server that only its own machine can reach may call that machine, so that a
 * developer's programs get events without a setting, but not the product's own services (decision 0391). An operator who
 * lists ranges has said it all.
 */
export function webhookTargetsOf(env: Settings): WebhookTargets {
  const isLocal =
    LOCAL_HOST.test(env.HOST) &&
    (env.PUBLIC_URL === undefined || LOCAL_HOST.test(new URL(env.PUBLIC_URL).hostname)) &&
    env.ALLOWED_HOSTS.length === 0 &&
    env.TRUST_PROXY.length === 0 &&
    env.WEBHOOK_ALLOW_CIDRS.length === 0;
  return { allowCidrs: env.WEBHOOK_ALLOW_CIDRS, closedPorts: isLocal ? ownPorts(env) : null };
}

/** Returns the ports of the product's own processes, and of what its settings name on this machine. */
function ownPorts(env: Settings): number[] {
  const used = [
    env.DATABASE_URL,
    env.REDIS_URL,
    env.GRAPH_URL,
    env.SANDBOX_URL,
    env.S3_ENDPOINT,
    env.SMTP_URL,
  ];
  const urls = [...used, ...env.INFERENCE_UPSTREAM, env.OTEL_EXPORTER_OTLP_ENDPOINT].flatMap(
    (url) => url ?? [],
  );
  const named = urls
    .map((url) => new URL(url))
    .filter(({ hostname }) => LOCAL_HOST.test(hostname))
    .map(({ port, protocol }) => Number(port) || (DEFAULT_PORTS[protocol] ?? 0));
  return [...new Set([env.PORT, env.INFERENCE_PORT, env.SANDBOX_PORT, ...named])];
}
