import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Reply {
  status: number;
  body: Buffer | string;
  headers?: Record<string, string>;
}

/** An S3 server with one bucket, `files`. */
export interface TestBucket {
  url: string;
  /** The settings of a server that stores its files there. */
  environment: Record<string, string>;
  objects: Map<string, Buffer>;
  /** Uploads in parts that are neither complete nor aborted. */
  pending: ReadonlyMap<string, ReadonlyMap<number, Buffer>>;
  stop(): void;
}

/** Starts a minimal S3 server: objects, whole and in parts, ranges, lists by prefix, and deletion of many. */
export function startBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const pending = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers = {} }) =>
      response.writeHead(status, headers).end(body),
    );
  });

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '', 'http://bucket');
    const key = decodeURIComponent(url.pathname.replace(/^\/files\/?/, ''));
    const body = await buffer(request);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return { status: 403, body: '' };
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      return inParts(request.method ?? '', key, url.searchParams, body);
    }
    if (request.method === 'PUT') {
      // S3 itself answers 411 too.
      if (request.headers['content-length'] === undefined) return { status: 411, body: '' };
      objects.set(key, body);
      return { status: 200, body: '', headers: { etag: '"x"' } };
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(name);
      return { status: 200, body: '<DeleteResult/>' };
    }
    if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const found = [...objects.keys()].filter((name) => name.startsWith(prefix));
      const items = found.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('');
      return { status: 200, body: `<ListBucketResult>${items}</ListBucketResult>` };
    }
    const object = objects.get(key);
    if (!object) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return { status: 200, body: object };
    return { status: 206, body: object.subarray(Number(start), Number(end) + 1) };
  }

  function inParts(method: string, key: string, query: URLSearchParams, body: Buffer): Reply {
    const id = query.get('uploadId') ?? key;
    const parts = pending.get(id);
    if (query.has('uploads')) {
      pending.set(key, new Map());
      const names = `<Bucket>files</Bucket><Key>${key}</Key><UploadId>${key}</UploadId>`;
      return { status: 200, body: `<InitiateMultipartUploadResult>${names}</InitiateMultipartUploadResult>` };
    }
    if (!parts) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' };
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return { status: 200, body: '', headers: { etag: '"x"' } };
    }
    pending.delete(id);
    if (method === 'DELETE') return { status: 204, body: '' };
    const ordered = [...parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes);
    objects.set(key, Buffer.concat(ordered));
    const names = `<Bucket>files</Bucket><Key>${key}</Key><ETag>"x"</ETag>`;
    return { status: 200, body: `<CompleteMultipartUploadResult>${names}</CompleteMultipartUploadResult>` };
  }

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const environment = {
        ...{ S3_BUCKET: 'files', S3_ENDPOINT: url, S3_FORCE_PATH_STYLE: '1' },
        ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
      };
      const stop = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ url, environment, objects, pending, stop });
    });
  });
}
