import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The first and the last byte of a part of a file, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A store of files. Keys are paths of letters, digits, `-`, `_` and `/`. */
export interface Storage {
  /**
   * Stores the bytes of a stream durably and closes it. If it rejects, or the process dies, an incomplete file may remain: callers
   * store a reference to the key only after this has resolved. `size` is in bytes; null when it is not known in advance.
   */
  write(key: string, bytes: Readable, facts: { size: number | null; mimeType: string }): Promise<void>;
  /** @throws when the file does not exist. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Returns the size of a file in bytes; null when it does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes everything in a folder, which need not exist. */
  removeFolder(prefix: string): Promise<void>;
}

/** An S3-compatible service. */
export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

/** How long a connection to the bucket may carry nothing. As long as a client may take no byte of its answer. */
const BUCKET_IDLE_MS = 60_000;

/**
 * Returns the configured store: a bucket if there is one, otherwise a folder. Does not access it yet. Tests pass a shorter
 * `bucketIdleMs`.
 */
export function openStorage(options: {
  folder: string;
  s3: S3Settings | null;
  bucketIdleMs?: number;
}): Storage {
  const { folder, s3, bucketIdleMs = BUCKET_IDLE_MS } = options;
  const storage = s3 ? inBucket(s3, bucketIdleMs) : inFolder(folder);
  return {
    ...storage,
    write: async (key, bytes, facts) => {
      try {
        await storage.write(key, bytes, facts);
      } finally {
        // A source that failed halfway would keep its connection or its file open.
        bytes.destroy();
      }
    },
  };
}

function inFolder(folder: string): Storage {
  /** Returns the path of a key. The server makes the keys, so one that could leave the folder is a bug. */
  const pathOf = (key: string): string => {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error(`not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    write: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // A row in the database will say that the file is there, also after a loss of power: then nobody fetches it again.
      await pipeline(bytes, createWriteStream(path, { flush: true }));
    },
    read: async (key, range) => {
      const path = pathOf(key);
      // Reports a missing file here rather than later in the stream.
      await access(path);
      return createReadStream(path, range ?? {});
    },
    sizeOf: async (key) => {
      const found = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return found?.size ?? null;
    },
    removeFolder: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
  };
}

/** The smallest part that S3 takes; at most two are held in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** How long it may take to reach the bucket. */
const CONNECT_MS = 5_000;

function inBucket(
  { bucket, region, endpoint, forcePathStyle, ...credentials }: S3Settings,
  idleMs: number,
): Storage {
  // The S3 client is the largest part of the server, and most servers never need it.
  const opened = (async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      region,
      credentials,
      forcePathStyle,
      ...(endpoint ? { endpoint } : {}),
      // Without these, a bucket that takes a request and never answers would hold a worker or a request for ever.
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs },
      // Services other than Amazon's do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { s3, client };
  })();
  // The first call reports a failure; there may be no call yet.
  opened.catch(() => undefined);
  return {
    write: async (key, bytes, { size, mimeType }) => {
      const { s3, client } = await opened;
      const file = { Bucket: bucket, Key: key, Body: bytes, ContentType: mimeType };
      if (size !== null) {
        await client.send(new s3.PutObjectCommand({ ...file, ContentLength: size }));
        return;
      }
      // A bucket takes bytes only with their number, so a file of unknown size is sent in parts.
      const { Upload } = await import('@aws-sdk/lib-storage');
      const parts = { queueSize: 1, partSize: PART_BYTES, leavePartsOnError: false };
      await new Upload({ client, params: file, ...parts }).done();
    },
    read: async (key, range) => {
      const { s3, client } = await opened;
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key, Range }));
      return answer.Body as Readable;
    },
    sizeOf: async (key) => {
      const { s3, client } = await opened;
      try {
        const found = await client.send(new s3.HeadObjectCommand({ Bucket: bucket, Key: key }));
        return found.ContentLength ?? null;
      } catch (error) {
        if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404)
          return null;
        throw error;
      }
    },
    removeFolder: async (prefix) => {
      const { s3, client } = await opened;
      // With the slash, so that folders whose names only start the same are kept.
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}/` });
      for await (const { Contents = [] } of pages) {
        const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) continue;
        const { Errors = [] } = await client.send(
          new s3.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const [first] = Errors;
        if (first) throw new Error(`${first.Key} could not be deleted: ${first.Message ?? first.Code}`);
      }
    },
  };
}
