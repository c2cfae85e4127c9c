import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logging/logger.ts';
import { errorTypeOf, type OpenSpan, type SpanStart, type Tracing } from './tracing.ts';

export interface TracingOptions {
  /** Where OTLP over HTTP is received; `/v1/traces` is added. */
  endpoint: string;
  /** Sent with each export, such as a token. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number;
}

const EXPORT_MS = 10_000;
/** Spans beyond this many that wait for their export are dropped. */
const QUEUE_MAX = 4_096;
/** How long a stopping server waits for the last export. */
const CLOSE_MS = 2_000;
/** The time between two warnings of failed exports. */
const WARNING_MS = 60_000;
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Opens the export of spans by OTLP over HTTP (JSON), for a process that has it switched on. Only this module loads
 * OpenTelemetry. A receiver that is slow or away costs spans, and nothing else.
 */
export function openTracing(
  { endpoint, headers, serviceName, ratio }: TracingOptions,
  logger: Pick<Logger, 'warn'>,
): Tracing {
  const contexts = new AsyncLocalStorage<Context>();
  const active = () => contexts.getStore() ?? ROOT_CONTEXT;
  const ids = createIds();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': randomBytes(8).toString('hex'),
      'process.pid': process.pid,
    }),
    // By the id of the trace alone: every process keeps or drops the same ones.
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: withWarnings(exporter, logger), maxQueueSize: QUEUE_MAX }),
    ],
  });
  const tracer = provider.getTracer('switchboard');

  function start({ name, kind, attributes, about }: SpanStart, context: Context): Span {
    const parent = about ? trace.setSpanContext(ROOT_CONTEXT, rootOf(about)) : context;
    return tracer.startSpan(name, { kind: KINDS[kind], ...(attributes ? { attributes } : {}) }, parent);
  }

  return {
    within: (given, work) => {
      const span = start(given, isOver(trace.getSpan(active())) ? ROOT_CONTEXT : active());
      return contexts.run(trace.setSpan(ROOT_CONTEXT, span), () => work(open(span)));
    },
    leaf: (given) => (trace.getSpan(active())?.isRecording() ? open(start(given(), active())) : null),
    current: () => {
      const span = trace.getSpan(active());
      return span?.isRecording() ? open(span) : null;
    },
    queued: (table, row) => {
      const running = trace.getSpan(active());
      const root = rootOf(row);
      const links = running?.isRecording() ? [{ context: running.spanContext() }] : [];
      // The root of the row's trace, below which the work is found later, in whichever process.
      ids.next(root, () =>
        tracer.startSpan(`queue ${table}`, { kind: SpanKind.PRODUCER, links }, ROOT_CONTEXT).end(),
      );
      running?.addLink({ context: root });
    },
    close: () => {
      // It fails with the first export that does: then the others are still on their way.
      const closed = provider.shutdown().catch(() => exporter.shutdown());
      return Promise.race([closed.catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Warns of failed exports, once a minute at most: the exporter itself says nothing. */
function withWarnings(exporter: SpanExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt > WARNING_MS) {
          warnedAt = performance.now();
          // An error of several addresses has no message.
          const reason = result.error.message || errorTypeOf(result.error);
          logger.warn({ reason, spans: spans.length }, 'could not export spans');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Whether a span has ended. A timer or a round of a worker that began during a request keeps its context for ever, and
 * does not belong to its trace. One that is not sampled never recorded anything.
 */
function isOver(span: Span | undefined): boolean {
  if (!span || span.isRecording()) return false;
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Returns the root of the trace of a row: the row's id is the id of the trace. */
function rootOf(row: Buffer): SpanContext {
  const spanId = createHash('sha256').update(row).digest('hex').slice(0, 16);
  return { traceId: row.toString('hex'), spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Creates random ids, except for the span that is started inside `next`. */
function createIds() {
  let given: SpanContext | null = null;
  return {
    generateTraceId: () => given?.traceId ?? randomBytes(16).toString('hex'),
    generateSpanId: () => given?.spanId ?? randomBytes(8).toString('hex'),
    next: (context: SpanContext, work: () => void) => {
      given = context;
      try {
        work();
      } finally {
        given = null;
      }
    },
  };
}

function open(span: Span): OpenSpan {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    end: (errorType) => {
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
