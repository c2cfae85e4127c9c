import type { HeaderValue } from './gguf-file.ts';

const BEGIN = '<|begin|>';
const TURN = '<|im_start|>';
const END_OF_TURN = '<|im_end|>';
const SPECIALS = [BEGIN, TURN, END_OF_TURN];
const NORMAL_TOKEN = 1;
const CONTROL_TOKEN = 3;

/** The chat template: ChatML, which many models use and the engine supports. */
const CHAT_TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** The token that ends an answer. */
export const END_OF_TURN_TOKEN = 258;
/** The number of tokens without fillers: every byte, and the special tokens of a chat. */
export const BASE_TOKENS = 256 + SPECIALS.length;

/**
 * Returns the header of a byte-level vocabulary: a token for each byte and three special tokens, so that it
 * can represent any text. A larger `size` is filled with unused tokens.
 */
export function byteVocabulary(size = BASE_TOKENS): Record<string, HeaderValue> {
  const fillers = Array.from({ length: size - BASE_TOKENS }, (_, index) => `Ġw${index}w`);
  const tokens = [...byteCharacters(), ...SPECIALS, ...fillers];
  return {
    'tokenizer.ggml.model': { is: 'text', value: 'gpt2' },
    'tokenizer.ggml.pre': { is: 'text', value: 'gpt-2' },
    'tokenizer.ggml.tokens': { is: 'texts', value: tokens },
    'tokenizer.ggml.token_type': {
      is: 'wholes',
      value: tokens.map((_, index) => (index >= 256 && index < BASE_TOKENS ? CONTROL_TOKEN : NORMAL_TOKEN)),
    },
    // The loader requires this list. It is empty, so bytes are never merged.
    'tokenizer.ggml.merges': { is: 'texts', value: [] },
    'tokenizer.ggml.bos_token_id': { is: 'whole', value: 256 },
    'tokenizer.ggml.eos_token_id': { is: 'whole', value: END_OF_TURN_TOKEN },
    'tokenizer.ggml.padding_token_id': { is: 'whole', value: END_OF_TURN_TOKEN },
    'tokenizer.ggml.add_bos_token': { is: 'yes-no', value: false },
    'tokenizer.chat_template': { is: 'text', value: CHAT_TEMPLATE },
  };
}

/**
 * Returns the printable character of each byte, as in other byte-level vocabularies: printable bytes
 * represent themselves, the others are mapped to characters after Latin-1.
 */
function byteCharacters(): string[] {
  let moved = 0;
  return Array.from({ length: 256 }, (_, byte) => {
    const prints = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    if (prints) return String.fromCharCode(byte);
    moved += 1;
    return String.fromCharCode(255 + moved);
  });
}
