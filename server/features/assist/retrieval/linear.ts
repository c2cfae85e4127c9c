import type { Steps } from './slices.ts';

const EPOCHS = 14;
/** Weights that all epochs together read at most. It bounds the time of training. */
const READS_MAX = 40_000_000;
const RATE = 0.5;
const DECAY = 1e-5;
const EXAMPLES_AT_ONCE = 8;
/** A feature of most classes says nothing, and costs most. */
const COMMON = 0.4;
/** A prediction as sure as this teaches nothing more. */
const SURE = 0.97;

/** A message, and the class that a person chose for it. */
export interface LinearExample {
  features: Uint32Array;
  label: number;
}

export interface LinearModel {
  /** Returns the probability of each class for a message. */
  predict(features: Uint32Array): Float64Array;
  /** How many weights it keeps, for the memory that it takes. */
  weights: number;
}

/**
 * Trains a linear classifier: softmax over hashed features, each as heavy as it is rare. It keeps a weight only for a
 * feature and a class that occurred together, which is far less than all of them, and steps by AdaGrad. The order of
 * examples is always the same, so the same history gives the same model.
 */
export function* trainLinear(classes: number, examples: readonly LinearExample[]): Steps<LinearModel> {
  const places = yield* layOut(classes, examples);
  const { start, classOf } = places;
  const weights = new Float32Array(classOf.length);
  const squares = new Float32Array(classOf.length);
  const bias = new Float64Array(classes);
  const known: Known[] = [];
  for (const [at, { features }] of examples.entries()) {
    known.push(places.known(features));
    if (at % EXAMPLES_AT_ONCE === 0) yield;
  }
  const order = shuffled(examples.length);
  let reads = 0;

  function chancesOf({ numbers, values }: Known): Float64Array {
    const sums = Float64Array.from(bias);
    for (let at = 0; at < numbers.length; at += 1) {
      const feature = numbers[at] as number;
      const value = values[at] as number;
      const end = start[feature + 1] as number;
      for (let place = start[feature] as number; place < end; place += 1) {
        const one = classOf[place] as number;
        sums[one] = (sums[one] as number) + (weights[place] as number) * value;
      }
      reads += end - (start[feature] as number);
    }
    return softmax(sums);
  }

  function learn({ numbers, values }: Known, label: number): void {
    const chance = chancesOf({ numbers, values });
    if ((chance[label] as number) > SURE) return;
    chance[label] = (chance[label] as number) - 1;
    for (let one = 0; one < classes; one += 1) {
      bias[one] = (bias[one] as number) - 0.02 * (chance[one] as number);
    }
    for (let at = 0; at < numbers.length; at += 1) {
      const feature = numbers[at] as number;
      const value = values[at] as number;
      const end = start[feature + 1] as number;
      for (let place = start[feature] as number; place < end; place += 1) {
        const weight = weights[place] as number;
        const slope = (chance[classOf[place] as number] as number) * value + DECAY * weight;
        const square = (squares[place] as number) + slope * slope;
        squares[place] = square;
        weights[place] = weight - (RATE * slope) / Math.sqrt(square + 1e-6);
      }
    }
  }

  for (let epoch = 0; epoch < EPOCHS && reads < READS_MAX; epoch += 1) {
    for (let turn = 0; turn < order.length; turn += 1) {
      if (turn % EXAMPLES_AT_ONCE === 0) yield;
      const at = order[turn] as number;
      learn(known[at] as Known, (examples[at] as LinearExample).label);
    }
  }
  return { predict: (features) => chancesOf(places.known(features)), weights: weights.length };
}

/** The features of a message that the model knows, with how heavy each is. */
interface Known {
  numbers: Int32Array;
  values: Float32Array;
}

/** Gives each pair of a feature and a class that occurs a place; the places of a feature follow each other. */
function* layOut(classes: number, examples: readonly LinearExample[]) {
  const classesOf = new Map<number, Set<number>>();
  for (const [at, { features, label }] of examples.entries()) {
    if (at % EXAMPLES_AT_ONCE === 0) yield;
    for (const feature of features) {
      const known = classesOf.get(feature);
      if (known) known.add(label);
      else classesOf.set(feature, new Set([label]));
    }
  }
  const most = Math.max(4, classes * COMMON);
  const numberOf = new Map<number, number>();
  const start: number[] = [];
  const classOf: number[] = [];
  const heavy: number[] = [];
  for (const [feature, found] of classesOf) {
    if (found.size > most) continue;
    start.push(classOf.length);
    heavy.push(Math.log(1 + classes / found.size));
    numberOf.set(feature, numberOf.size);
    for (const one of found) classOf.push(one);
    if (numberOf.size % 1_000 === 0) yield;
  }
  start.push(classOf.length);
  // Words that nobody has used before count in the length, so a message of unknown words is not a sure case.
  const unknown = Math.log(1 + classes);
  return {
    start: Int32Array.from(start),
    classOf: Int16Array.from(classOf),
    known: (features: Uint32Array): Known => {
      const numbers: number[] = [];
      let length = 0;
      for (const feature of features) {
        const number = numberOf.get(feature);
        if (number !== undefined) numbers.push(number);
        else if (classesOf.has(feature)) continue;
        const value = number === undefined ? unknown : (heavy[number] ?? 0);
        length += value * value;
      }
      const norm = 1 / Math.sqrt(Math.max(1, length));
      return {
        numbers: Int32Array.from(numbers),
        values: Float32Array.from(numbers, (number) => (heavy[number] ?? 0) * norm),
      };
    },
  };
}

function softmax(sums: Float64Array): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const sum of sums) top = Math.max(top, sum);
  let total = 0;
  for (let at = 0; at < sums.length; at += 1) {
    const value = Math.exp((sums[at] as number) - top);
    sums[at] = value;
    total += value;
  }
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) / total;
  return sums;
}

/** Returns the numbers below `count` in an order that mixes them, and is the same each time. */
function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  let state = 12_345;
  for (let at = count - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const other = state % (at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
