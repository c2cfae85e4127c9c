import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** An attribute or a span as OTLP writes it in JSON, as far as tests read it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
}

export interface OtlpReceiver {
  url: string;
  /** Everything that has arrived, as text. */
  text(): string;
  exports(): { method: string; url: string; token: string | null; body: string }[];
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
  const received = () => lines.map((line) => JSON.parse(line));
  return {
    url: `http://127.0.0.1:${JSON.parse(first).port}`,
    text: () => lines.join('\n'),
    exports: received,
    spans: () =>
      received().flatMap(({ body }) =>
        JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: ReceivedSpan[] }[] }) =>
          one.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
