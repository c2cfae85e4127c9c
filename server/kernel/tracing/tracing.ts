/**
 * Spans for OpenTelemetry. Off, which is the default, `tracing()` is null: nothing of OpenTelemetry is loaded, and no
 * `AsyncLocalStorage` is in use, which would slow down every promise of the process (docs/benchmarks.md).
 */

/** Values that are safe to export: names of ours, numbers and ids. Never texts, phone numbers, names or addresses of people. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** The id of the row that the work is about: it is the id of the trace. Otherwise the trace is that of the running span. */
  about?: Buffer;
}

export interface OpenSpan {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends it, as failed with a short type of error. */
  end(errorType?: string): void;
}

export interface Tracing {
  /** Runs work inside a new span, which the caller ends. Spans that the work opens are below it. */
  within<T>(start: SpanStart, work: (span: OpenSpan) => T): T;
  /**
   * Opens a span below the running one; null if none is recorded, so that idle polling leaves no traces. `start` is called only
   * then: most requests of a sampled server are not recorded.
   */
  leaf(start: () => SpanStart): OpenSpan | null;
  /** Returns the running span. */
  current(): OpenSpan | null;
  /** Notes that the running span has queued work that is about a row, and links its trace and that of the row. */
  queued(table: string, row: Buffer): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

let opened: Tracing | null = null;

/** Returns what records spans; null while tracing is off. */
export function tracing(): Tracing | null {
  return opened;
}

/** Switches tracing on for this process, once, before it serves anything. */
export function traceWith(given: Tracing): void {
  opened = given;
}

/** Runs work in a span if tracing is on. Work that throws ends it as failed. `start` is called only then. */
export function inSpan<T>(start: () => SpanStart, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  if (opened === null) return work(null);
  return opened.within(start(), async (span) => {
    try {
      const result = await work(span);
      span.end();
      return result;
    } catch (error) {
      span.end(errorTypeOf(error));
      throw error;
    }
  });
}

/** Returns the type of an error. Its message is left out: it may quote a value. */
export function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = typeof code === 'string' && code !== '' ? code : name;
  return typeof type === 'string' && /^[\w.]{1,60}$/.test(type) ? type : 'error';
}
