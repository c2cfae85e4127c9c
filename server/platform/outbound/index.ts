import { audio, document, image, sticker, video } from './media.ts';
import type { OutboundKind, OutboundMessage } from './outbound-message.ts';
import { template } from './template.ts';
import { text } from './text.ts';

export { reaction } from './reaction.ts';

/** The kinds that can be sent. A new one is a file and a line here. */
const KINDS: Readonly<Record<string, OutboundKind>> = {
  text,
  template,
  image,
  video,
  audio,
  document,
  sticker,
};

/**
 * The part of the platform's message that says what it is and what is in it.
 * @throws {Error} for a type that we never store as a message of ours.
 */
export function outboundContent(message: OutboundMessage): object {
  const kind = KINDS[message.type];
  if (!kind) throw new Error(`messages of type ${message.type} cannot be sent`);
  return { type: message.type, [message.type]: kind(message) };
}
