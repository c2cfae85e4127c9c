/** Segments of one workspace. */
export const SEGMENTS_MAX = 100;

/** The contacts of a segment are counted up to here. */
export const SEGMENT_COUNTED_MAX = 1_000_000;
