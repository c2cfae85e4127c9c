import { z } from 'zod';

const word = z.string().catch('');
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape).optional().catch(undefined);
const titled = part({ title: word });
const captioned = part({ caption: word });

/** The places where kinds of messages have words that people read. All optional: an odd part costs no message. */
const WordsSchema = z.looseObject({
  text: part({ body: word }),
  image: captioned,
  video: captioned,
  document: part({ caption: word, filename: word }),
  button: part({ text: word }),
  interactive: part({ button_reply: titled, list_reply: titled, nfm_reply: part({ body: word }) }),
  order: part({ text: word }),
  system: part({ body: word }),
});

/** What of a message is words: its text or the title of what was chosen, a caption, a file's name. */
export interface InboundWords {
  content: string | null;
  caption: string | null;
  filename: string | null;
}

const FILENAME_MAX = 240;

/** Reads the words of a message of the given type. Never throws. */
export function readInboundWords(type: string, raw: unknown): InboundWords {
  const parts = WordsSchema.parse(raw);
  const { interactive } = parts;
  const contents: Readonly<Record<string, string | undefined>> = {
    text: parts.text?.body,
    button: parts.button?.text,
    interactive:
      interactive?.button_reply?.title || interactive?.list_reply?.title || interactive?.nfm_reply?.body,
    order: parts.order?.text,
    system: parts.system?.body,
  };
  const captions: Readonly<Record<string, string | undefined>> = {
    image: parts.image?.caption,
    video: parts.video?.caption,
    document: parts.document?.caption,
  };
  return {
    content: type === 'text' ? (contents.text ?? '') : contents[type] || null,
    caption: captions[type] || null,
    filename: type === 'document' ? plainName(parts.document?.filename ?? '') : null,
  };
}

/** The customer's own name for a file: one line, of a length that can be kept. */
function plainName(filename: string): string | null {
  const line = filename.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ').trim();
  return [...line].slice(0, FILENAME_MAX).join('') || null;
}
