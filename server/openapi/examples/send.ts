import type { Example } from './example.ts';

const contactId = '15550100123';

/** A message of each type. */
export const sendRequests: Record<string, Example> = {
  text: { summary: 'Text', value: { contactId, type: 'text', content: 'Your order is ready.' } },
  reply: {
    summary: 'Text that replies to a message',
    value: {
      contactId,
      type: 'text',
      content: 'Until six o’clock.',
      replyTo: 'msg_01k2va5k0d3r7gme9tpx2bqw4n',
    },
  },
  template: {
    summary: 'Template, with its variables',
    value: {
      contactId,
      type: 'template',
      templateName: 'order_update',
      templateLanguage: 'en_US',
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ada' },
            { type: 'text', text: '4711' },
          ],
        },
      ],
    },
  },
  image: {
    summary: 'Image, with a caption',
    value: {
      contactId,
      type: 'image',
      mediaUrl: 'https://files.example.com/kettle.jpg',
      caption: 'The blue one',
    },
  },
  video: {
    summary: 'Video',
    value: { contactId, type: 'video', mediaUrl: 'https://files.example.com/assembly.mp4' },
  },
  audio: {
    summary: 'Audio',
    value: { contactId, type: 'audio', mediaUrl: 'https://files.example.com/greeting.ogg' },
  },
  document: {
    summary: 'Document, with the file name that the customer sees',
    value: {
      contactId,
      type: 'document',
      mediaUrl: 'https://files.example.com/4711.pdf',
      filename: 'Invoice 4711.pdf',
    },
  },
  sticker: {
    summary: 'Sticker',
    value: { contactId, type: 'sticker', mediaUrl: 'https://files.example.com/thanks.webp' },
  },
  media: {
    summary: 'A file whose type we detect',
    value: { contactId, type: 'media', mediaUrl: 'https://files.example.com/price-list.pdf' },
  },
};
