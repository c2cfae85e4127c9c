import { byteVocabulary } from './byte-vocabulary.ts';
import { Q4_BLOCK, type Tensor, writeGguf } from './gguf-file.ts';
import { type Random, seededRandom } from './random.ts';

/** The shape of a common model with 3.2 billion weights. */
const SHAPE = {
  width: 3_072,
  hidden: 8_192,
  layers: 28,
  heads: 24,
  keyHeads: 8,
  headWidth: 128,
  vocabulary: 128_256,
  context: 131_072,
};
const SEED = 3_200_000_000;
const BLOCKS_PER_PIECE = 65_536;
/** The largest weight is 8 times the scale: 0.03 in a 16-bit float. */
const SCALE = [0x00, 0x1c];

/**
 * Writes a model of 3.2 billion random weights in Q4_0 (1.8 GB), for benchmarks without a real model: speed
 * depends on the shape, not on the weights. Its text has no meaning.
 */
export function buildRandom3bModel(path: string): void {
  const { width, hidden, layers, heads, keyHeads, headWidth, vocabulary, context } = SHAPE;
  const random = seededRandom(SEED);
  const perLayer = Array.from({ length: layers }, (_, layer) => {
    const name = (part: string) => `blk.${layer}.${part}.weight`;
    return [
      ones(name('attn_norm'), width),
      quantised(name('attn_q'), width, heads * headWidth, random),
      quantised(name('attn_k'), width, keyHeads * headWidth, random),
      quantised(name('attn_v'), width, keyHeads * headWidth, random),
      quantised(name('attn_output'), heads * headWidth, width, random),
      ones(name('ffn_norm'), width),
      quantised(name('ffn_gate'), width, hidden, random),
      quantised(name('ffn_up'), width, hidden, random),
      quantised(name('ffn_down'), hidden, width, random),
    ];
  });
  writeGguf(
    path,
    {
      'general.architecture': { is: 'text', value: 'llama' },
      'general.name': { is: 'text', value: 'random-3b' },
      'general.file_type': { is: 'whole', value: 2 },
      'llama.context_length': { is: 'whole', value: context },
      'llama.embedding_length': { is: 'whole', value: width },
      'llama.block_count': { is: 'whole', value: layers },
      'llama.feed_forward_length': { is: 'whole', value: hidden },
      'llama.attention.head_count': { is: 'whole', value: heads },
      'llama.attention.head_count_kv': { is: 'whole', value: keyHeads },
      'llama.attention.layer_norm_rms_epsilon': { is: 'float', value: 1e-5 },
      'llama.rope.dimension_count': { is: 'whole', value: headWidth },
      'llama.rope.freq_base': { is: 'float', value: 500_000 },
      'llama.vocab_size': { is: 'whole', value: vocabulary },
      ...byteVocabulary(vocabulary),
    },
    [
      // Input and output share this table, as in other models of this size.
      quantised('token_embd.weight', width, vocabulary, random),
      ...perLayer.flat(),
      ones('output_norm.weight', width),
    ],
  );
}

function quantised(name: string, inputs: number, outputs: number, random: Random): Tensor {
  const blocks = (inputs * outputs) / Q4_BLOCK.weights;
  return { name, shape: [inputs, outputs], type: 'Q4_0', pieces: () => randomBlocks(blocks, random) };
}

function* randomBlocks(blocks: number, random: Random): Generator<Uint8Array> {
  for (let left = blocks; left > 0; left -= BLOCKS_PER_PIECE) {
    const count = Math.min(left, BLOCKS_PER_PIECE);
    const piece = Buffer.allocUnsafe(count * Q4_BLOCK.bytes);
    for (let block = 0; block < count; block += 1) {
      const start = block * Q4_BLOCK.bytes;
      piece[start] = SCALE[0] ?? 0;
      piece[start + 1] = SCALE[1] ?? 0;
      for (let word = 0; word < 4; word += 1) piece.writeUInt32LE(random.word(), start + 2 + word * 4);
    }
    yield piece;
  }
}

function ones(name: string, width: number): Tensor {
  return {
    name,
    shape: [width],
    type: 'F32',
    pieces: () => [new Uint8Array(new Float32Array(width).fill(1).buffer)],
  };
}
