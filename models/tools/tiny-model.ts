import { BASE_TOKENS, byteVocabulary, END_OF_TURN_TOKEN } from './byte-vocabulary.ts';
import { type HeaderValue, type Tensor, writeGguf } from './gguf-file.ts';
import { type Random, seededRandom } from './random.ts';

/** The name of the built-in model in API calls. It makes clear that the answers have no meaning. */
export const TINY_MODEL_ID = 'tiny-test';

const WIDTH = 128;
const HIDDEN = 256;
const HEADS = 4;
const LAYERS = 2;
const CONTEXT = 8_192;
const SEED = 20_260_101;

/** Indexes of the residual stream that the layers do not change. They decide which letters can come next. */
const CONSTANT = 0;
const SOUND = 1;
const RESERVED = [CONSTANT, SOUND];
const CONSTANT_VALUE = 4;

/** The frequency of each group of characters. Letters are about as frequent as in English. */
const SHARES: readonly (readonly [characters: string, share: number])[] = [
  [' ', 150],
  ['e', 10],
  ['taoinshr', 44],
  ['dlucmfwygpb', 22],
  ['vkxjqz', 2],
  ['.,', 1.5],
  ['"', 4],
  ['}]', 0.6],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 0.4],
  ['0123456789', 1],
  ['{[:', 0.1],
  ['\n', 0.1],
];
const END_SHARE = 0.5;
const NEVER = -30;
const VOWELS = 'aeiou';

/**
 * Writes the model that is part of every installation: a transformer with 2 layers over bytes, with random
 * weights except for a bias towards pronounceable text. It needs 2 MB and no network and responds
 * immediately; its text has no meaning. The file is identical on every machine. `more`: header values in addition, for
 * tests.
 */
export function buildTinyModel(path: string, more: Readonly<Record<string, HeaderValue>> = {}): void {
  const random = seededRandom(SEED);
  writeGguf(
    path,
    {
      'general.architecture': { is: 'text', value: 'llama' },
      'general.name': { is: 'text', value: TINY_MODEL_ID },
      'general.description': { is: 'text', value: 'Random weights: its text has no meaning, by design.' },
      'general.file_type': { is: 'whole', value: 0 },
      'llama.context_length': { is: 'whole', value: CONTEXT },
      'llama.embedding_length': { is: 'whole', value: WIDTH },
      'llama.block_count': { is: 'whole', value: LAYERS },
      'llama.feed_forward_length': { is: 'whole', value: HIDDEN },
      'llama.attention.head_count': { is: 'whole', value: HEADS },
      'llama.attention.head_count_kv': { is: 'whole', value: HEADS },
      'llama.attention.layer_norm_rms_epsilon': { is: 'float', value: 1e-5 },
      'llama.rope.dimension_count': { is: 'whole', value: WIDTH / HEADS },
      'llama.rope.freq_base': { is: 'float', value: 10_000 },
      'llama.vocab_size': { is: 'whole', value: BASE_TOKENS },
      ...byteVocabulary(),
      ...more,
    },
    tensors(random),
  );
}

function tensors(random: Random): Tensor[] {
  const layers = Array.from({ length: LAYERS }, (_, layer) => {
    const name = (part: string) => `blk.${layer}.${part}.weight`;
    return [
      vector(name('attn_norm')),
      matrix(name('attn_q'), WIDTH, WIDTH, random),
      matrix(name('attn_k'), WIDTH, WIDTH, random),
      matrix(name('attn_v'), WIDTH, WIDTH, random),
      matrix(name('attn_output'), WIDTH, WIDTH, random, RESERVED),
      vector(name('ffn_norm')),
      matrix(name('ffn_gate'), WIDTH, HIDDEN, random),
      matrix(name('ffn_up'), WIDTH, HIDDEN, random),
      matrix(name('ffn_down'), HIDDEN, WIDTH, random, RESERVED),
    ];
  });
  return [
    table('token_embd.weight', embedding(random)),
    ...layers.flat(),
    vector('output_norm.weight'),
    table('output.weight', outputRows(random)),
  ];
}

/** Returns a row for each token: the values that it adds to the residual stream as input. */
function embedding(random: Random): Float32Array {
  return rows((token, row) => {
    for (let index = 0; index < WIDTH; index += 1) row[index] = random.normal();
    row[CONSTANT] = CONSTANT_VALUE;
    row[SOUND] = soundOf(token);
  });
}

/** Returns a row for each token: the weights that turn the final residual stream into its score. */
function outputRows(random: Random): Float32Array {
  const biases = biasOfTokens();
  return rows((token, row) => {
    for (let index = 0; index < WIDTH; index += 1) row[index] = random.normal() * 0.1;
    row[CONSTANT] = (biases[token] ?? NEVER) / CONSTANT_VALUE;
    // After a vowel a consonant, after a consonant a vowel.
    row[SOUND] = -0.7 * soundOf(token);
  });
}

function rows(fill: (token: number, row: Float32Array) => void): Float32Array {
  const all = new Float32Array(BASE_TOKENS * WIDTH);
  for (let token = 0; token < BASE_TOKENS; token += 1) {
    fill(token, all.subarray(token * WIDTH, (token + 1) * WIDTH));
  }
  return all;
}

function biasOfTokens(): number[] {
  const biases = new Array<number>(BASE_TOKENS).fill(NEVER);
  for (const [characters, share] of SHARES) {
    for (const character of characters) biases[character.charCodeAt(0)] = Math.log(share / characters.length);
  }
  biases[END_OF_TURN_TOKEN] = Math.log(END_SHARE);
  return biases;
}

function soundOf(token: number): number {
  if (token < 97 || token > 122) return 0;
  return VOWELS.includes(String.fromCharCode(token)) ? 2 : -1.5;
}

/** Random weights with standard deviation 1/√inputs, which preserves scale. `silentRows` are zero. */
function matrix(
  name: string,
  inputs: number,
  outputs: number,
  random: Random,
  silentRows: readonly number[] = [],
): Tensor {
  const weights = new Float32Array(inputs * outputs);
  for (let index = 0; index < weights.length; index += 1)
    weights[index] = random.normal() / Math.sqrt(inputs);
  for (const row of silentRows) weights.fill(0, row * inputs, (row + 1) * inputs);
  return { name, shape: [inputs, outputs], type: 'F32', pieces: () => [bytesOf(weights)] };
}

function vector(name: string): Tensor {
  return {
    name,
    shape: [WIDTH],
    type: 'F32',
    pieces: () => [bytesOf(new Float32Array(WIDTH).fill(1))],
  };
}

function table(name: string, weights: Float32Array): Tensor {
  return { name, shape: [WIDTH, BASE_TOKENS], type: 'F32', pieces: () => [bytesOf(weights)] };
}

function bytesOf(weights: Float32Array): Uint8Array {
  return new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength);
}
