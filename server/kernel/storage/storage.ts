import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** The first and the last byte of a part of a file, both of them in it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes of files are. Keys are paths of letters, digits, `-`, `_` and `/`. */
export interface Storage {
  /**
   * Stores what a stream brings. When it rejects, or the process dies, an unfinished file may be there: whoever
   * stores points to a key only after this has resolved. `size` is in bytes; S3 has to be told before.
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
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    write: (key, bytes) => disk.putStream(key, bytes),
    read: async (key, range) => {
      const file = await disk.file(key).toSnapshot();
      // The library reads whole files only.
      return createReadStream(join(folder, file.key), range ?? {});
    },
    removeFolder: (prefix) => disk.deleteAll(prefix),
  };
}

function inBucket({ bucket, region, endpoint, forcePathStyle, ...credentials }: S3Settings): Storage {
  // Its client is the heaviest part of the server, and most servers never need it.
  const opened = (async () => {
    const [{ S3Driver }, { S3Client, GetObjectCommand }] = await Promise.all([
      import('flydrive/drivers/s3'),
      import('@aws-sdk/client-s3'),
    ]);
    const client = new S3Client({
      region,
      credentials,
      forcePathStyle,
      ...(endpoint ? { endpoint } : {}),
      // Services other than Amazon's do not know the newer check sums, and one of ours travels anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
    const get = async (key: string, range?: ByteRange) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
      return answer.Body as Readable;
    };
    return { driver, disk: new Disk(driver), get };
  })();
  // Whoever uses it hears of a failure; nobody may be using it yet.
  opened.catch(() => undefined);
  return {
    write: async (key, bytes, { size, mimeType }) => {
      if (size === null) throw new Error('the size of a file must be known before it is stored in a bucket');
      await (await opened).disk.putStream(key, bytes, { contentLength: size, contentType: mimeType });
    },
    read: async (key, range) => (await opened).get(key, range),
    // Not through the disk: it would take the slash away, and folders whose names begin alike with it.
    removeFolder: async (prefix) => (await opened).driver.deleteAll(`${prefix}/`),
  };
}
