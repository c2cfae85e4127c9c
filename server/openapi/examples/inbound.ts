/** Messages other than text from customers, as in the history; each is merged with a received message. */
const NONE = {
  voice: null,
  animated: null,
  location: null,
  cards: null,
  choice: null,
  order: null,
  system: null,
  referral: null,
  forwarded: null,
  group: null,
  product: null,
  unsupported: null,
};

const from = '15550100123';

interface InboundExample {
  type: string;
  content: string | null;
  /** The object under the type's name, as the platform sends it. */
  sent: unknown;
  inbound: object;
}

const KINDS: readonly InboundExample[] = [
  {
    type: 'location',
    content: null,
    sent: { latitude: 12.34567, longitude: -45.6789, name: 'North Depot', address: '1 Harbour Road' },
    inbound: {
      location: {
        latitude: 12.34567,
        longitude: -45.6789,
        name: 'North Depot',
        address: '1 Harbour Road',
        url: null,
      },
    },
  },
  {
    type: 'contacts',
    content: null,
    sent: [
      {
        name: { formatted_name: 'Depot Desk' },
        phones: [{ phone: '+1 555 010 0199', wa_id: '15550100199', type: 'WORK' }],
      },
    ],
    inbound: {
      cards: [
        {
          name: 'Depot Desk',
          organization: null,
          birthday: null,
          phones: [{ phone: '+1 555 010 0199', type: 'WORK', waId: '15550100199' }],
          emails: [],
          urls: [],
          addresses: [],
        },
      ],
    },
  },
  {
    type: 'interactive',
    content: '14:00',
    sent: { type: 'list_reply', list_reply: { id: 'slot-2', title: '14:00', description: 'North Depot' } },
    inbound: {
      choice: { kind: 'list', id: 'slot-2', title: '14:00', description: 'North Depot', form: null },
    },
  },
  {
    type: 'order',
    content: 'By Friday, please',
    sent: {
      catalog_id: '500000000000001',
      text: 'By Friday, please',
      product_items: [{ product_retailer_id: 'SKU-1', quantity: 2, item_price: 30, currency: 'USD' }],
    },
    inbound: {
      order: {
        catalogId: '500000000000001',
        items: [{ productId: 'SKU-1', quantity: 2, price: 30, currency: 'USD' }],
      },
    },
  },
  {
    type: 'system',
    content: 'Changed from 15550100123 to 15550100456',
    sent: {
      type: 'user_changed_number',
      wa_id: '15550100456',
      body: 'Changed from 15550100123 to 15550100456',
    },
    inbound: { system: { kind: 'number_changed', from, to: '15550100456' } },
  },
  {
    type: 'unsupported',
    content: null,
    sent: { type: 'poll' },
    inbound: {
      unsupported: {
        kind: 'poll',
        code: null,
        reason: 'This kind of message cannot be shown here. What came is kept below.',
      },
    },
  },
];

/** Returns a message of each kind, based on `received`. */
export function inboundExamples<Message extends { platformId: string }>(received: Message): Message[] {
  return KINDS.map(({ type, content, sent, inbound }) => ({
    ...received,
    type,
    content,
    payload: { from, id: received.platformId, timestamp: '1772642639', type, [type]: sent },
    inbound: { ...NONE, ...inbound },
  }));
}
