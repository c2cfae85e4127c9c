import type { Sample } from './sample.ts';

const ad = {
  source_type: 'ad',
  source_id: '120000000000001',
  source_url: 'https://fb.example/ad1',
  headline: 'Spring offer',
  body: 'Ten percent off all kettles',
  media_type: 'image',
  image_url: 'https://cdn.example/ad1.jpg',
  ctwa_clid: 'clid-1',
  welcome_message: { text: 'How can we help?' },
};

/** Replies to messages of the business, and texts with additional context. */
export const WRITING: readonly Sample[] = [
  {
    name: 'quick_reply',
    label: 'Button of a template',
    group: 'Answers',
    type: 'button',
    payload: { payload: 'CONFIRM_17', text: 'Yes, confirm' },
    extra: { context: { id: '$theirs' } },
  },
  {
    name: 'button_reply',
    label: 'Button',
    group: 'Answers',
    type: 'interactive',
    payload: { type: 'button_reply', button_reply: { id: 'opt-a', title: 'Option A' } },
    extra: { context: { id: '$theirs' } },
  },
  {
    name: 'list_reply',
    label: 'List entry',
    group: 'Answers',
    type: 'interactive',
    payload: { type: 'list_reply', list_reply: { id: 'slot-2', title: '14:00', description: 'North Depot' } },
    extra: { context: { id: '$theirs' } },
  },
  {
    name: 'form',
    label: 'Filled form',
    group: 'Answers',
    type: 'interactive',
    payload: {
      type: 'nfm_reply',
      nfm_reply: {
        name: 'flow',
        body: 'Sent',
        response_json: '{"flow_token":"tok-1","rating":"4","what_was_good":"The tea"}',
      },
    },
    extra: { context: { id: '$theirs' } },
  },
  {
    name: 'reply',
    label: 'Reply to the last message',
    group: 'Circumstances',
    type: 'text',
    payload: { body: 'This one' },
    extra: { context: { id: '$theirs' } },
  },
  {
    name: 'forwarded',
    label: 'Forwarded',
    group: 'Circumstances',
    type: 'text',
    payload: { body: 'Someone sent me this' },
    extra: { context: { forwarded: true } },
  },
  {
    name: 'frequently_forwarded',
    label: 'Forwarded many times',
    group: 'Circumstances',
    type: 'text',
    payload: { body: 'Everyone is sharing this' },
    extra: { context: { frequently_forwarded: true } },
  },
  {
    name: 'product',
    label: 'About a product',
    group: 'Circumstances',
    type: 'text',
    payload: { body: 'Still available?' },
    extra: { context: { referred_product: { catalog_id: '500000000000001', product_retailer_id: 'SKU-1' } } },
  },
  {
    name: 'referral',
    label: 'From an advertisement',
    group: 'Circumstances',
    type: 'text',
    payload: { body: 'More info please' },
    extra: { referral: ad },
  },
];
