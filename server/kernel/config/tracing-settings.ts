import { z } from 'zod';
import { httpUrl, withValue } from './env-values.ts';

/** `name=value` pairs, separated by commas, as OpenTelemetry writes them. The values may be secrets. */
const headers = z
  .string()
  .max(8_192)
  .transform((list) => list.split(',').map((one) => one.trim()))
  .refine((list) => list.every((one) => /^[\w-]+=[\x20-\x7e]+$/.test(one)), {
    error: 'must look like name=value, with commas between several',
  })
  .transform((list) =>
    Object.fromEntries(list.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])),
  );

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

type TracingEnvironment = {
  [Name in keyof typeof TRACING_VARIABLES]: z.output<(typeof TRACING_VARIABLES)[Name]>;
};

/** Where spans are sent; null: tracing is off. */
export function tracingOf(env: TracingEnvironment) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return null;
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}
