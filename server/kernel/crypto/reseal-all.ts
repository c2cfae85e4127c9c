import type { Keyring } from './keyring.ts';

/** What became of sealed values when SECRET_KEY was rotated. */
export interface RotationCounts {
  /** Sealed again, under the current SECRET_KEY. */
  rotated: number;
  /** Under it already. */
  current: number;
  /** Under a key that is not known here: nothing was done to them. */
  unreadable: number;
}

/** A stored value, with what is bound into its encryption. */
export interface SealedValue {
  sealed: Buffer;
  context: string;
  /** Stores the new seal; a value that was saved meanwhile must stay as it is. */
  replace(fresh: Buffer): Promise<unknown>;
}

/** Seals each value under the current SECRET_KEY, one after the other. Repeatable. */
export async function resealAll(
  keyring: Keyring,
  values: AsyncIterable<SealedValue>,
): Promise<RotationCounts> {
  const counts: RotationCounts = { rotated: 0, current: 0, unreadable: 0 };
  for await (const { sealed, context, replace } of values) {
    const outcome = reseal(keyring, sealed, context);
    if (Buffer.isBuffer(outcome)) {
      await replace(outcome);
      counts.rotated += 1;
    } else counts[outcome] += 1;
  }
  return counts;
}

function reseal(keyring: Keyring, sealed: Buffer, context: string): Buffer | 'current' | 'unreadable' {
  try {
    return keyring.reseal(sealed, context) ?? 'current';
  } catch {
    return 'unreadable';
  }
}
