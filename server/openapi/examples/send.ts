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
  buttons: {
    summary: 'Reply buttons',
    value: {
      contactId,
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: 'Your order is ready. Do you want us to deliver it?' },
        footer: { text: 'Free of charge' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'deliver', title: 'Deliver it' } },
            { type: 'reply', reply: { id: 'collect', title: 'I collect it' } },
          ],
        },
      },
    },
  },
  list: {
    summary: 'A list to choose from',
    value: {
      contactId,
      type: 'interactive',
      interactive: {
        type: 'list',
        header: { type: 'text', text: 'Order 4711' },
        body: { text: 'When is it best for you?' },
        action: {
          button: 'Times',
          sections: [
            {
              title: 'Friday',
              rows: [
                { id: 'fri-9', title: '9 to 12', description: 'The van passes your street' },
                { id: 'fri-14', title: '14 to 18' },
              ],
            },
            { title: 'Saturday', rows: [{ id: 'sat-9', title: '9 to 12' }] },
          ],
        },
      },
    },
  },
  link: {
    summary: 'A button that opens a web page',
    value: {
      contactId,
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        body: { text: 'Your order is on its way.' },
        action: {
          name: 'cta_url',
          parameters: { display_text: 'Track it', url: 'https://shop.example.com/orders/4711' },
        },
      },
    },
  },
  location: {
    summary: 'Location',
    value: {
      contactId,
      type: 'location',
      location: {
        latitude: 41.1579,
        longitude: -8.6291,
        name: 'Example Shop',
        address: '1 Harbour Road, Porto',
      },
    },
  },
  contacts: {
    summary: 'Contact card',
    value: {
      contactId,
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Grace Hopper', first_name: 'Grace', last_name: 'Hopper' },
          org: { company: 'Example Shop', title: 'Deliveries' },
          phones: [{ phone: '+1 555 010 0199', type: 'WORK', wa_id: '15550100199' }],
        },
      ],
    },
  },
  upload: {
    summary: 'A file that was uploaded before',
    value: {
      contactId,
      type: 'document',
      mediaId: 'med_01k2va5k0d9qhm3e7rtx2bqw4p',
      caption: 'Your invoice',
    },
  },
  newContact: {
    summary: 'Text to a number that may not be a contact yet',
    value: { contactId, createContact: true, type: 'text', content: 'Welcome!' },
  },
  media: {
    summary: 'A file whose type we detect',
    value: { contactId, type: 'media', mediaUrl: 'https://files.example.com/price-list.pdf' },
  },
};
