import { contacts, interactive, location } from './as-given.ts';
import { audio, document, image, sticker, video } from './media.ts';
import type { OutboundKind, OutboundMessage } from './outbound-message.ts';
import { template } from './template.ts';
import { text } from './text.ts';

export { reaction } from './reaction.ts';

/** The kinds that can be sent. To add one, add a file and a line here. */
const KINDS: Readonly<Record<string, OutboundKind>> = {
  text,
  template,
  image,
  video,
  audio,
  document,
  sticker,
  location,
  contacts,
  interactive,
};

/**
 * Returns the type and content of a message in the platform's format.
 * @throws {Error} for a type that cannot be sent.
 */
export function outboundContent(message: OutboundMessage): object {
  const kind = KINDS[message.type];
  if (!kind) throw new Error(`messages of type ${message.type} cannot be sent`);
  return { type: message.type, [message.type]: kind(message) };
}
