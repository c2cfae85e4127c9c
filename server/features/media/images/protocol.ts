/** An image to decode. */
export interface ImageOrder {
  bytes: Uint8Array;
}

/** An image in upright orientation: its size in pixels and its thumbnail. */
export interface DecodedImage {
  width: number;
  height: number;
  isAnimated: boolean;
  /** WebP. */
  small: Uint8Array;
}

/**
 * A message from the decoding process: it can take images; an image is decoded, or is not readable (null); it uses
 * more memory than it may.
 */
export type ImageMessage =
  | { ev: 'ready' }
  | { ev: 'done'; image: DecodedImage | null }
  | { ev: 'memory'; bytes: number };
