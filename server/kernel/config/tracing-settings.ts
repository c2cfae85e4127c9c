import { z } from 'zod';
import { httpUrl, withValue } from './env-values.ts';

/** Headers as OpenTelemetry writes them: `name=value` pairs, separated by commas, with percent-encoded values. */
const headers = z
  .string()
  .max(8_192)
  .transform((list, context) => {
    const pairs = list.split(',').map(pairOf);
    if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs);
    // The error does not repeat the value, which may be a secret.
    context.addIssue({
      code: 'custom',
      message: 'must look like name=value, with commas between several and %20 for a space',
    });
    return z.NEVER;
  });

function pairOf(text: string): [name: string, value: string] | null {
  const [, name, encoded] = /^\s*([\w-]+)=(.*?)\s*$/.exec(text) ?? [];
  if (name === undefined || encoded === undefined) return null;
  try {
    const value = decodeURIComponent(encoded);
    return /^[\x20-\x7e]+$/.test(value) ? [name, value] : null;
  } catch {
    return null;
  }
}

const RATIO = 'must be a number from 0 to 1, as in 0.1';

/** The variables of tracing, which have the names that OpenTelemetry gives them. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('switchboard'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text), { error: withValue(RATIO) })
    .transform(Number)
    .default(1),
};

type TracingEnvironment = z.output<z.ZodObject<typeof TRACING_VARIABLES>>;

/** Returns where spans are sent, and which; null: tracing is off. */
export function tracingOf(env: TracingEnvironment) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return null;
  return {
    /** An address of OTLP over HTTP, without `/v1/traces`. */
    endpoint,
    /** Sent with each export, such as a token. */
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    /** The share of traces that are recorded, from 0 to 1. */
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}
