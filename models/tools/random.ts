/** Random numbers that are the same on every machine and in every run: the models made here are reproducible. */
export interface Random {
  /** A whole number from 0 to 2³²−1. */
  word(): number;
  /** Bell-shaped, mean 0, deviation 1. */
  normal(): number;
}

/**
 * A mixed 32-bit counter. The bell is a sum of four even numbers: additions alone come out the same
 * everywhere, which logarithms need not.
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
