/**
 * Random numbers that are the same on every machine and in every run, so that built models are reproducible.
 */
export interface Random {
  /** Returns an integer from 0 to 2³²−1. */
  word(): number;
  /** Returns an approximately normally distributed number with mean 0 and standard deviation 1. */
  normal(): number;
}

/**
 * Creates a generator from a mixed 32-bit counter. `normal` adds four uniform numbers, because additions give
 * the same result on every machine and logarithms may not.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const unit = () => word() / 4_294_967_296;
  return {
    word,
    normal: () => (unit() + unit() + unit() + unit() - 2) * Math.sqrt(3),
  };
}
