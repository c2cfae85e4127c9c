import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  exports(): readonly ReceivedExport[];
  spans(): ReceivedSpan[];
  stop(): void;
}

/** Starts a receiver of spans. It has what an exporter sent before the exporter gets its answer. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: ReceivedExport[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const part of req.setEncoding('utf8')) body += part;
    const { method = '', url = '', headers } = req;
    received.push({ method, url, token: headers['x-token']?.toString() ?? null, body });
    res.setHeader('content-type', 'application/json').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => received.map(({ body }) => body).join('\n'),
    exports: () => received,
    spans: () =>
      received
        .map(({ body }): TraceRequest => JSON.parse(body))
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the attributes of a span by name. */
export function attributesOf(span: ReceivedSpan | undefined): Record<string, string | number | undefined> {
  return Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}
