import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { lowerPriority } from '../../../kernel/priority.ts';
import type { DecodedImage, ImageMessage, ImageOrder } from './protocol.ts';

/**
 * Decodes images of strangers in a separate process: its threads, its memory and its crashes are not those of the
 * API server. Its host sends one image at a time and ends it when one takes too long.
 */

/** A small file can claim any number of pixels; no phone camera exceeds this. */
const PIXELS_MAX = 64_000_000;
const SMALL_EDGE = 640;
const WATCH_MS = 20;
/** Where processors are short, the API server gets about three times as much of them. */
const NICE = 5;

/** The only formats that reach libvips. All other loaders parse bytes that no one needs to send. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

const memoryMax = Number(process.argv[2]);

// A message of the parent may still be on its way, but nobody waits for an answer.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
if (!process.connected) process.exit(0);
// The parent handles Ctrl-C, and ends this process.
process.on('SIGINT', () => undefined);

yieldToOthers();
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

// libvips works in another thread, so this one can watch the memory.
setInterval(() => {
  const bytes = process.memoryUsage.rss();
  if (bytes > memoryMax) send({ ev: 'memory', bytes }, () => process.kill(process.pid, 'SIGKILL'));
}, WATCH_MS);
process.on('message', ({ bytes }: ImageOrder) => {
  void readImage(bytes).then((image) => send({ ev: 'done', image }));
});
send({ ev: 'ready' });

function send(message: ImageMessage, done: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, done);
}

/** Lets the API server have the processor first, and the system end this process first when memory is short. */
function yieldToOthers(): void {
  lowerPriority(NICE);
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not permitted on this system.
  }
}

/**
 * Reads an image and creates its thumbnail, rotated by its EXIF orientation and stripped of all other
 * metadata, such as location. Returns null for anything that is not an image, is damaged, or exceeds the
 * limits.
 */
async function readImage(bytes: Uint8Array): Promise<DecodedImage | null> {
  try {
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true } as const;
    const { autoOrient, pages = 1 } = await sharp(bytes, options).metadata();
    const small = await sharp(bytes, options)
      .autoOrient()
      .resize(SMALL_EDGE, SMALL_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1, small };
  } catch {
    return null;
  }
}
