import type { HeaderValue } from './gguf-file.ts';

const BEGIN = '<|begin|>';
const TURN = '<|im_start|>';
const END_OF_TURN = '<|im_end|>';
const SPECIALS = [BEGIN, TURN, END_OF_TURN];
const NORMAL_TOKEN = 1;
const CONTROL_TOKEN = 3;

/** How a chat becomes a prompt: ChatML, which many models speak and the engine knows. */
const CHAT_TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** The number of the token that ends an answer. */
export const END_OF_TURN_TOKEN = 258;
/** Tokens that there are at least: every byte, and the marks of a chat. */
export const BASE_TOKENS = 256 + SPECIALS.length;

/**
 * The header of a byte-level vocabulary: a token for each byte and three marks, so any text in any
 * script can be read and written. `size` beyond that is filled with words that nobody says.
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
    // The loader wants the list to be there; nothing merges, so bytes stay bytes.
    'tokenizer.ggml.merges': { is: 'texts', value: [] },
    'tokenizer.ggml.bos_token_id': { is: 'whole', value: 256 },
    'tokenizer.ggml.eos_token_id': { is: 'whole', value: END_OF_TURN_TOKEN },
    'tokenizer.ggml.padding_token_id': { is: 'whole', value: END_OF_TURN_TOKEN },
    'tokenizer.ggml.add_bos_token': { is: 'yes-no', value: false },
    'tokenizer.chat_template': { is: 'text', value: CHAT_TEMPLATE },
  };
}

/**
 * One printable character for each byte, as byte-level vocabularies write them: bytes that print stand for
 * themselves, the others are moved behind Latin-1.
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
