/** A vector in whole numbers from -127 to 127, a byte each. Only where it points matters, not how long it is. */
export interface SmallVector {
  values: Int8Array;
  length: number;
}

/** A text of a saved reply, or a message that it answered, as a vector. */
export interface VectorDocument {
  /** The place of the reply. */
  reply: number;
  /** The part of the history that the message is of; null for the reply's own text. */
  part: number | null;
  vector: SmallVector;
}

/** Returns a vector in bytes; null for one that points nowhere. */
export function smallVector(vector: ArrayLike<number>): SmallVector | null {
  let most = 0;
  for (let at = 0; at < vector.length; at += 1) most = Math.max(most, Math.abs(vector[at] ?? 0));
  if (!Number.isFinite(most) || most === 0) return null;
  const values = Int8Array.from(vector, (value) => Math.round((value / most) * 127));
  let sum = 0;
  for (const value of values) sum += value * value;
  return { values, length: Math.sqrt(sum) };
}

/** Returns how much two vectors point to the same place: 1 for the same, 0 for nothing in common or another size. */
export function likeness(one: SmallVector, other: SmallVector): number {
  const [left, right] = [one.values, other.values];
  if (left.length !== right.length) return 0;
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] as number) * (right[at] as number);
  return Math.max(0, sum / (one.length * other.length));
}

/** Returns how near the nearest document of each reply is to a message. Documents of a part can be left out. */
export function likenessOf(
  replies: number,
  documents: readonly VectorDocument[],
  message: SmallVector,
  without: number | null = null,
): Float64Array {
  const best = new Float64Array(replies);
  for (const { reply, part, vector } of documents) {
    if (part !== null && part === without) continue;
    const found = likeness(message, vector);
    if (found > (best[reply] ?? 0)) best[reply] = found;
  }
  return best;
}
