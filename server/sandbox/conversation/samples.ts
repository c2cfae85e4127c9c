/** One thing that a person can do on the phone besides writing text. */
export interface Sample {
  readonly name: string;
  readonly label: string;
  readonly group: 'Content' | 'Answers' | 'Circumstances' | 'Changes' | 'Notices' | 'Not understood';
  readonly type: string;
  /** The object under the type's name. `$mine`, `$theirs`, `$me` and `$new` stand for ids of the chat; see `fillIn`. */
  readonly payload?: unknown;
  /** Further fields beside it. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** `value.errors` beside the message. */
  readonly valueErrors?: readonly unknown[];
}

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
const unknownType = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
};

/** Every kind that the platform delivers (PLATFORM 2), as it delivers it. */
export const SAMPLES: readonly Sample[] = [
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
    payload: { body: 'Somebody told me this' },
    extra: { context: { forwarded: true } },
  },
  {
    name: 'frequently_forwarded',
    label: 'Forwarded many times',
    group: 'Circumstances',
    type: 'text',
    payload: { body: 'Everybody tells this' },
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
  {
    name: 'reaction',
    label: 'React 👍',
    group: 'Changes',
    type: 'reaction',
    payload: { message_id: '$theirs', emoji: '👍' },
  },
  {
    name: 'reaction_removed',
    label: 'Take the reaction back',
    group: 'Changes',
    type: 'reaction',
    payload: { message_id: '$theirs' },
  },
  {
    name: 'edit',
    label: 'Edit my last message',
    group: 'Changes',
    type: 'edit',
    payload: {
      original_message_id: '$mine',
      message: { type: 'text', text: { body: 'What I meant to say' } },
    },
  },
  {
    name: 'revoke',
    label: 'Delete my last message',
    group: 'Changes',
    type: 'revoke',
    payload: { original_message_id: '$mine' },
  },
  {
    name: 'number_changed',
    label: 'Change my number',
    group: 'Notices',
    type: 'system',
    payload: { type: 'user_changed_number', wa_id: '$new', body: 'Changed from $me to $new' },
  },
  {
    name: 'user_id_changed',
    label: 'Change my user id',
    group: 'Notices',
    type: 'system',
    payload: { type: 'user_changed_user_id', user_id: 'US.$new', body: 'The user id changed' },
  },
  {
    name: 'identity_changed',
    label: 'Change my security code',
    group: 'Notices',
    type: 'system',
    payload: { type: 'customer_identity_changed', body: 'Security code changed' },
    extra: { identity: { acknowledged: true, created_timestamp: '1767261652', hash: 'h1' } },
  },
  {
    name: 'request_welcome',
    label: 'Open the chat for the first time',
    group: 'Notices',
    type: 'request_welcome',
  },
  {
    name: 'unsupported',
    label: 'Poll (unsupported)',
    group: 'Not understood',
    type: 'unsupported',
    payload: { type: 'poll' },
    extra: { errors: [unknownType] },
  },
  {
    name: 'unknown',
    label: 'Unknown, older form',
    group: 'Not understood',
    type: 'unknown',
    extra: {
      errors: [
        {
          code: 131051,
          details: 'Message type is not currently supported',
          title: 'Unsupported message type',
        },
      ],
    },
  },
  {
    name: 'new_kind',
    label: 'A kind nobody knows yet',
    group: 'Not understood',
    type: 'hologram',
    payload: { depth: 3 },
  },
  {
    name: 'media_lost',
    label: 'A file that is too large',
    group: 'Not understood',
    type: 'unsupported',
    extra: {
      errors: [
        {
          code: 131052,
          title: 'Media download error',
          error_data: { details: 'Failed to download the media from the sender.' },
        },
      ],
    },
  },
  {
    name: 'interactive_empty',
    label: 'An answer without content',
    group: 'Not understood',
    type: 'interactive',
    valueErrors: [unknownType],
  },
];

/** Puts the ids of a chat in the places that a sample leaves for them. */
export function fillIn<T>(value: T, ids: Readonly<Record<'$mine' | '$theirs' | '$me' | '$new', string>>): T {
  const text = JSON.stringify(value).replace(/\$(?:mine|theirs|me|new)\b/g, (name) =>
    JSON.stringify(ids[name as keyof typeof ids]).slice(1, -1),
  );
  return JSON.parse(text) as T;
}
