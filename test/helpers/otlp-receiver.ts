import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A span as OTLP writes it in JSON, as far as tests read it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: { traceId: string; spanId: string }[];
  status: { code: number };
}

/** A request of an exporter. */
interface ReceivedExport {
  method: string;
  url: string;
  token: string | null;
  body: string;
}

/** The part of a request's body that tests read. */
interface TraceRequest {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

export interface OtlpReceiver {
  url: string;
  /** Returns everything that has arrived, as text. */
  text(): string;
  exports(): ReceivedExport[];
  spans(): ReceivedSpan[];
  stop(): Promise<void>;
}

/** Starts a receiver of spans in its own process. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const file = fileURLToPath(new URL('./otlp-receiver.mjs', import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const [first] = (await once(reader, 'line')) as [string];
  reader.on('line', (line) => lines.push(line));
  const received = () => lines.map((line): ReceivedExport => JSON.parse(line));
  return {
    url: `http://127.0.0.1:${JSON.parse(first).port}`,
    text: () => lines.join('\n'),
    exports: received,
    spans: () =>
      received()
        .map(({ body }): TraceRequest => JSON.parse(body))
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the attributes of a span by name. */
export function attributesOf(span: ReceivedSpan | undefined): Record<string, string | number | undefined> {
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}
