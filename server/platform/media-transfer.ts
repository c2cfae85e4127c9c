import { File } from 'node:buffer';
import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Agent, type Dispatcher, FormData, request } from 'undici';
import { z } from 'zod';
import { AddressRefusedError, createGuardedAgent, type PortGuard } from '../kernel/http-out/guarded-agent.ts';
import { secondsAsked } from '../kernel/http-out/retry-after.ts';
import type { GraphAccount } from './graph/graph-client.ts';
import type { GraphAnswer, GraphHttp } from './graph/graph-http.ts';
import { isOfTestNumber } from './graph/test-platform.ts';
import { digestOf } from './media-digest.ts';

/** The platform's description of a file, with a URL that is valid for five minutes. */
interface FileNode {
  url: URL;
  mimeType: string | null;
  sha256: Buffer | null;
  size: number | null;
}

/**
 * Why a file could not be downloaded. `again`: a retry may succeed, after `askedSeconds` if the answer named a time.
 * `gone`: it no longer exists.
 */
type FetchFailure =
  | { kind: 'gone' }
  | { kind: 'again'; reason: string; askedSeconds?: number | null }
  | { kind: 'refused'; reason: string };

/** Why a file was not uploaded: the platform's error, or `unreadable`: our storage did not give its bytes. */
export type NotUploaded =
  | { kind: 'not'; answer: Exclude<GraphAnswer, { kind: 'ok' }> }
  | { kind: 'unreadable'; reason: string };

type Fetched = { kind: 'bytes'; bytes: Readable; size: number | null; node: FileNode };

/** A file to upload to the platform. */
interface OutgoingFile {
  filename: string;
  mimeType: string;
  size: number;
  open(): Promise<Readable>;
}

export interface MediaTransfer {
  /** Looks a file up and starts to download it. The caller reads the stream or destroys it. Never throws. */
  fetch(token: string, platformId: string, signal: AbortSignal): Promise<Fetched | FetchFailure>;
  /** Uploads a file. Returns the platform's id for it, or why there is none. Never throws. */
  upload(account: GraphAccount, file: OutgoingFile): Promise<{ kind: 'id'; id: string } | NotUploaded>;
  close(): Promise<void>;
}

const NodeSchema = z.looseObject({
  url: z.url({ protocol: /^https?$/ }),
  mime_type: z.string().optional(),
  sha256: z.string().optional(),
  // A number in practice, a string in the documentation.
  file_size: z.union([z.number(), z.string()]).optional(),
});
const UploadedSchema = z.looseObject({ id: z.union([z.string().min(1), z.number()]) });

const HOPS_MAX = 4;
const IDLE_MS = 20_000;
/** Time for one upload: 100 MB over a slow connection. */
const UPLOAD_MS = 15 * 60_000;
/** The file host rejects requests without a user agent. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Switchboard/1.0)';
/** The error for an object that does not exist, or that the token may not access. */
const ABSENT = { code: 100, subcode: 33 };

/**
 * Creates the transfer of files from and to the platform. The token is sent to the URL from the platform, on
 * the first hop only. Private addresses are rejected, except for the host of the platform, which the operator
 * chose.
 */
export function createMediaTransfer(options: {
  http: GraphHttp;
  graphUrl: string;
  testPlatform?: { readonly url: string | null };
  permitsAt: PortGuard;
}): MediaTransfer {
  const { http } = options;
  const hostOf = (token: string): string | null => {
    const url = isOfTestNumber(token) ? options.testPlatform?.url : options.graphUrl;
    return url ? new URL(url).host : null;
  };
  const guarded = createGuardedAgent({ permitsAt: options.permitsAt, timeoutMs: IDLE_MS });
  const platform = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
  });

  async function describe(token: string, platformId: string): Promise<FileNode | FetchFailure> {
    const answer = await http.call({ token, method: 'GET', path: encodeURIComponent(platformId) });
    if (answer.kind === 'fault') {
      const { code, subcode, action, title, details } = answer.fault;
      if (code === ABSENT.code && subcode === ABSENT.subcode) return { kind: 'gone' };
      const reason = `error ${code ?? answer.fault.status}: ${details ?? title}`;
      if (action === 'show') return { kind: 'refused', reason };
      return { kind: 'again', reason, askedSeconds: answer.fault.retryAfterSeconds };
    }
    if (answer.kind !== 'ok') return { kind: 'again', reason: answer.reason };
    const node = NodeSchema.safeParse(answer.body);
    if (!node.success) return { kind: 'again', reason: 'WhatsApp returned no URL for the file' };
    const { url, mime_type, sha256, file_size } = node.data;
    const size = file_size === undefined ? null : Number(file_size);
    return {
      url: new URL(url),
      mimeType: mime_type ?? null,
      sha256: sha256 === undefined ? null : digestOf(sha256),
      size: size !== null && Number.isSafeInteger(size) && size >= 0 ? size : null,
    };
  }

  async function open(token: string, first: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = first;
    const platformHost = hostOf(token);
    for (let hop = 0; hop < HOPS_MAX; hop += 1) {
      const isPlatform = url.host === platformHost;
      // Customers' files and the token are never sent unencrypted.
      if (url.protocol !== 'https:' && !isPlatform) throw new Error('the file’s URL does not use https');
      const response = await request(url, {
        dispatcher: isPlatform ? platform : guarded,
        signal,
        headers: {
          'user-agent': USER_AGENT,
          accept: '*/*',
          ...(hop === 0 ? { authorization: `Bearer ${token}` } : {}),
        },
      });
      const { location } = response.headers;
      if (response.statusCode < 300 || response.statusCode >= 400 || typeof location !== 'string') {
        return response;
      }
      response.body.on('error', () => undefined).destroy();
      url = new URL(location, url);
    }
    throw new Error('the file’s URL has too many redirects');
  }

  return {
    async fetch(token, platformId, signal) {
      const node = await describe(token, platformId);
      if ('kind' in node) return node;
      try {
        const { statusCode, headers, body } = await open(token, node.url, signal);
        if (statusCode !== 200) {
          body.on('error', () => undefined).destroy();
          const askedSeconds = secondsAsked(statusCode, headers);
          return { kind: 'again', reason: `HTTP ${statusCode} instead of the file`, askedSeconds };
        }
        const length = headers['content-length'];
        return { kind: 'bytes', bytes: body, size: length === undefined ? null : Number(length), node };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: error instanceof AddressRefusedError ? 'refused' : 'again', reason };
      }
    },

    async upload(account, file) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', file.mimeType);
      const part = new StreamedFile(file);
      form.set('file', part);
      const path = `${account.phoneNumberId}/media`;
      const answer = await http.call({
        token: account.accessToken,
        method: 'POST',
        path,
        body: form,
        timeoutMs: 60_000,
        totalMs: UPLOAD_MS,
      });
      if (answer.kind !== 'ok' && part.failure) return { kind: 'unreadable', reason: part.failure.reason };
      if (answer.kind !== 'ok') return { kind: 'not', answer };
      const uploaded = UploadedSchema.safeParse(answer.body);
      if (uploaded.success) return { kind: 'id', id: String(uploaded.data.id) };
      return {
        kind: 'not',
        answer: { kind: 'unknown', reason: 'WhatsApp returned 200 without a file id' },
      };
    },

    close: async () => {
      await Promise.all([guarded.close(), platform.close()]);
    },
  };
}

/** A part of a form whose bytes are read while they are sent, and never held in full. */
class StreamedFile extends File {
  override readonly size: number;
  /** Why the bytes could not be read; null when they could. */
  failure: { reason: string } | null = null;
  readonly #file: OutgoingFile;

  constructor(file: OutgoingFile) {
    super([], file.filename, { type: file.mimeType });
    this.size = file.size;
    this.#file = file;
  }

  override stream(): ReturnType<File['stream']> {
    return ReadableStream.from(this.#read()) as ReturnType<File['stream']>;
  }

  async *#read() {
    try {
      yield* await this.#file.open();
    } catch (error) {
      this.failure = { reason: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }
}
