import { describe, expect, it } from 'vitest';
import { outboundContent, reaction } from './index.ts';
import type { OutboundMessage } from './outbound-message.ts';

const nothing: OutboundMessage = {
  type: 'text',
  content: null,
  templateName: null,
  templateLanguage: null,
  components: null,
  mediaUrl: null,
  mediaId: null,
  caption: null,
  filename: null,
  payload: null,
};
const made = (message: Partial<OutboundMessage>) => outboundContent({ ...nothing, ...message });
const link = 'https://cdn.example/file';

describe('the content sent to the platform', () => {
  it('has the body of a text', () => {
    expect(made({ content: 'hi' })).toEqual({ type: 'text', text: { body: 'hi', preview_url: true } });
  });

  it('has the caption and name of a file only if there are any', () => {
    expect(made({ type: 'image', mediaUrl: link })).toEqual({ type: 'image', image: { link } });
    expect(made({ type: 'video', mediaUrl: link, caption: 'c' })).toEqual({
      type: 'video',
      video: { link, caption: 'c' },
    });
    expect(made({ type: 'document', mediaUrl: link, caption: 'c', filename: 'a.pdf' })).toEqual({
      type: 'document',
      document: { link, caption: 'c', filename: 'a.pdf' },
    });
    expect(made({ type: 'image', mediaId: '620', caption: 'c' })).toEqual({
      type: 'image',
      image: { id: '620', caption: 'c' },
    });
    for (const type of ['audio', 'sticker']) {
      expect(made({ type, mediaUrl: link })).toEqual({ type, [type]: { link } });
    }
  });

  it('omits empty components of a template, and has button indexes as strings', () => {
    const named = { type: 'template', templateName: 'order_update', templateLanguage: 'en_US' };
    const bare = { name: 'order_update', language: { code: 'en_US' } };
    expect(made(named)).toEqual({ type: 'template', template: bare });
    expect(made({ ...named, components: [] })).toEqual({ type: 'template', template: bare });
    const body = { type: 'body', parameters: [{ type: 'text', text: '17' }] };
    const button = { type: 'button', sub_type: 'url', parameters: [{ type: 'text', text: '17' }] };
    expect(
      made({ ...named, components: [body, { ...button, index: 0 }, { ...button, index: '1' }] }),
    ).toEqual({
      type: 'template',
      template: { ...bare, components: [body, { ...button, index: '0' }, { ...button, index: '1' }] },
    });
  });

  it('has an empty emoji to remove a reaction', () => {
    expect(reaction('wamid.A', '👍')).toEqual({
      type: 'reaction',
      reaction: { message_id: 'wamid.A', emoji: '👍' },
    });
    expect(reaction('wamid.A', null)).toMatchObject({ reaction: { emoji: '' } });
  });

  it('is the location, buttons or list as it was given', () => {
    const location = { latitude: 1.5, longitude: -2 };
    expect(made({ type: 'location', payload: { location } })).toEqual({ type: 'location', location });
    const interactive = { type: 'button', body: { text: 'Yes?' } };
    expect(made({ type: 'interactive', payload: { interactive } })).toEqual({
      type: 'interactive',
      interactive,
    });
  });

  it('has a part of the name of each contact card, which the platform requires', () => {
    const contacts = [
      { name: { formatted_name: 'Depot' }, phones: [{ phone: '+1555' }] },
      { name: { formatted_name: 'Ada Lovelace', last_name: 'Lovelace' } },
    ];
    expect(made({ type: 'contacts', payload: { contacts } })).toEqual({
      type: 'contacts',
      contacts: [
        { name: { formatted_name: 'Depot', first_name: 'Depot' }, phones: [{ phone: '+1555' }] },
        contacts[1],
      ],
    });
  });

  it('cannot be built for a kind that is only received', () => {
    expect(() => made({ type: 'order' })).toThrow(/order/);
  });
});
