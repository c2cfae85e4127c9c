import type { Sample } from './sample.ts';

const file = (mime: string) => ({
  id: '610000000000001',
  mime_type: mime,
  sha256: 'bGV0IHVzIHByZXRlbmQgdGhpcyBpcyAzMiBieXRlcyE=',
});

const card = {
  name: { formatted_name: 'Depot Desk', first_name: 'Depot', last_name: 'Desk' },
  org: { company: 'Depot Ltd' },
  phones: [{ phone: '+1 555 010 0199', wa_id: '15550100199', type: 'WORK' }],
  emails: [{ email: 'desk@depot.example', type: 'WORK' }],
  addresses: [
    { street: '1 Harbour Road', city: 'Northport', zip: '12345', country: 'Norland', type: 'WORK' },
  ],
  urls: [{ url: 'https://depot.example/', type: 'WORK' }],
  birthday: '1990-01-31',
};

/** Files, locations, contact cards and orders. */
export const CONTENT: readonly Sample[] = [
  {
    name: 'image',
    label: 'Photo',
    group: 'Content',
    type: 'image',
    payload: { ...file('image/jpeg'), caption: 'My receipt' },
  },
  {
    name: 'video',
    label: 'Video',
    group: 'Content',
    type: 'video',
    payload: { ...file('video/mp4'), caption: 'Broken part' },
  },
  {
    name: 'voice',
    label: 'Voice message',
    group: 'Content',
    type: 'audio',
    payload: { ...file('audio/ogg; codecs=opus'), voice: true },
  },
  {
    name: 'audio',
    label: 'Sound file',
    group: 'Content',
    type: 'audio',
    payload: { ...file('audio/mpeg'), voice: false },
  },
  {
    name: 'document',
    label: 'Document',
    group: 'Content',
    type: 'document',
    payload: { ...file('application/pdf'), filename: 'order 17.pdf', caption: 'Signed' },
  },
  {
    name: 'sticker',
    label: 'Sticker',
    group: 'Content',
    type: 'sticker',
    payload: { ...file('image/webp'), animated: false },
  },
  {
    name: 'animated_sticker',
    label: 'Animated sticker',
    group: 'Content',
    type: 'sticker',
    payload: { ...file('image/webp'), animated: true },
  },
  {
    name: 'location',
    label: 'Location',
    group: 'Content',
    type: 'location',
    payload: {
      latitude: 12.34567,
      longitude: -45.6789,
      name: 'North Depot',
      address: '1 Harbour Road',
      url: 'https://depot.example/',
    },
  },
  {
    name: 'contacts',
    label: 'Contact cards',
    group: 'Content',
    type: 'contacts',
    payload: [card, { name: { formatted_name: 'Second Desk' }, phones: [{ phone: '+1 555 010 0188' }] }],
  },
  {
    name: 'order',
    label: 'Order',
    group: 'Content',
    type: 'order',
    payload: {
      catalog_id: '500000000000001',
      text: 'By Friday, please',
      product_items: [
        { product_retailer_id: 'SKU-1', quantity: 2, item_price: 30, currency: 'USD' },
        { product_retailer_id: 'SKU-2', quantity: 1, item_price: 9.5, currency: 'USD' },
      ],
    },
  },
];
