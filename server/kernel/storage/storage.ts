import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The first and the last byte of a part of a file, both of them in it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes of files are. Keys are paths of letters, digits, `-`, `_` and `/`. */
export interface Storage {
  /**
   * Stores what a stream brings. When it rejects, or the process dies, an unfinished file may be there: callers
   * store a reference to a key only after this has resolved. `size` is in bytes; S3 has to be told before.
   */
  write(key: string, bytes: Readable, facts: { size: number | null; mimeType: string }): Promise<void>;
  /** @throws when there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes everything below a folder; nothing there is no error. */
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

/** Opens the place where files are kept: a bucket when one is configured, a folder otherwise. Nothing is touched yet. */
export function openStorage(options: { folder: string; s3: S3Settings | null }): Storage {
  return options.s3 ? inBucket(options.s3) : inFolder(options.folder);
}

function inFolder(folder: string): Storage {
  /** Keys are made by the server; one that could leave the folder is a mistake of ours. */
  const pathOf = (key: string): string => {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error(`not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    write: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(bytes, createWriteStream(path));
    },
    read: async (key, range) => {
      const path = pathOf(key);
      // A missing file is an error here, and not later in the stream.
      await access(path);
      return createReadStream(path, range ?? {});
    },
    removeFolder: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
  };
}

function inBucket({ bucket, region, endpoint, forcePathStyle, ...credentials }: S3Settings): Storage {
  // Its client is the heaviest part of the server, and most servers never need it.
  const opened = (async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      region,
      credentials,
      forcePathStyle,
      ...(endpoint ? { endpoint } : {}),
      // Services other than Amazon's do not know the newer check sums, and one of ours travels anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { s3, client };
  })();
  // The first call reports a failure; there may be none yet.
  opened.catch(() => undefined);
  return {
    write: async (key, bytes, { size, mimeType }) => {
      if (size === null) throw new Error('the size of a file must be known before it is stored in a bucket');
      const { s3, client } = await opened;
      const file = { Bucket: bucket, Key: key, Body: bytes, ContentLength: size, ContentType: mimeType };
      await client.send(new s3.PutObjectCommand(file));
    },
    read: async (key, range) => {
      const { s3, client } = await opened;
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key, Range }));
      return answer.Body as Readable;
    },
    removeFolder: async (prefix) => {
      const { s3, client } = await opened;
      // With the slash: folders whose names only begin alike stay.
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
