import sharp from 'sharp';

/** A picture, upright: its size in pixels, and a small copy of it. */
export interface Picture {
  width: number;
  height: number;
  isAnimated: boolean;
  /** WebP. */
  small: Buffer;
}

/** A picture of few bytes may claim any number of pixels; no phone takes more than these. */
const PIXELS_MAX = 64_000_000;
const SMALL_EDGE = 640;
const SECONDS_MAX = 15;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

// One picture at a time keeps a core free for everything else, and nothing is kept between them.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Reads a picture and makes its small copy, turned as its camera was held and without anything else that the
 * file says of place and time. Null for what is no picture, is damaged, or is larger than any real one.
 */
export async function readPicture(bytes: Buffer): Promise<Picture | null> {
  try {
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true } as const;
    const { format, autoOrient, pages = 1 } = await sharp(bytes, options).metadata();
    if (!FORMATS.has(format ?? '')) return null;
    const small = await sharp(bytes, options)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(SMALL_EDGE, SMALL_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1, small };
  } catch {
    return null;
  }
}
