import type { OutboundKind, OutboundMessage } from './outbound-message.ts';

const file = ({ mediaId, mediaUrl }: OutboundMessage) =>
  mediaId === null ? { link: mediaUrl } : { id: mediaId };
const captioned: OutboundKind = (message) => ({
  ...file(message),
  ...(message.caption === null ? {} : { caption: message.caption }),
});

export const image = captioned;
export const video = captioned;
export const document: OutboundKind = (message) => ({
  ...captioned(message),
  ...(message.filename === null ? {} : { filename: message.filename }),
});
/** The platform accepts no caption for these. */
export const audio: OutboundKind = (message) => {
  const isVoice = (message.payload?.audio as { voice?: boolean } | undefined)?.voice === true;
  return { ...file(message), ...(isVoice ? { voice: true } : {}) };
};
export const sticker: OutboundKind = file;
