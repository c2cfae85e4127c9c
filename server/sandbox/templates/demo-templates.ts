import { demoAccount } from '../demo-account.ts';
import type { Catalogue } from './catalogue.ts';
import type { Component, Template } from './template.ts';

const body = (text: string, ...samples: string[]): Component => ({
  type: 'BODY',
  text,
  ...(samples.length > 0 && { example: { body_text: [samples] } }),
});

type Sample = Pick<Template, 'name' | 'components'> & Partial<Template>;

/** The templates of a new sandbox, one of each kind that a business uses. */
const samples: readonly Sample[] = [
  {
    name: 'hello_world',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      body('Welcome, and congratulations! This message shows that your number can send templates.'),
      { type: 'FOOTER', text: 'Sandbox sample' },
    ],
  },
  {
    name: 'order_update',
    quality: 'GREEN',
    components: [body('Hi {{1}}, your order {{2}} has left our depot and is on its way.', 'Ada', '4711')],
  },
  {
    name: 'delivery_window',
    language: 'en',
    parameterFormat: 'NAMED',
    quality: 'GREEN',
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Delivery of order {{order_no}}',
        example: { header_text_named_params: [{ param_name: 'order_no', example: '4711' }] },
      },
      {
        type: 'BODY',
        text: 'Hi {{first_name}}, we deliver on {{day}} between {{from}} and {{to}} o’clock. Does that suit you?',
        example: {
          body_text_named_params: [
            { param_name: 'first_name', example: 'Ada' },
            { param_name: 'day', example: 'Friday' },
            { param_name: 'from', example: '14' },
            { param_name: 'to', example: '16' },
          ],
        },
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'That suits me' },
          { type: 'QUICK_REPLY', text: 'Another day' },
        ],
      },
    ],
  },
  {
    name: 'new_in_stock',
    category: 'MARKETING',
    quality: 'YELLOW',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['sandbox-sample-image'] } },
      body(
        'Back on the shelf: {{1}}. We keep one for you until {{2}}, first come, first served.',
        'the blue lamp',
        'Sunday',
      ),
      { type: 'FOOTER', text: 'Reply STOP to unsubscribe' },
    ],
  },
  {
    name: 'track_parcel',
    components: [
      body('Your parcel {{1}} is out for delivery today.', 'P-4711'),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Track it',
            url: 'https://shop.example/track/{{1}}',
            example: ['https://shop.example/track/P-4711'],
          },
          { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+15550109000' },
        ],
      },
    ],
  },
  {
    name: 'welcome_discount',
    language: 'en',
    category: 'MARKETING',
    status: 'REJECTED',
    rejectedReason: 'INCORRECT_CATEGORY',
    components: [
      body('Ten percent off your first order with us, {{1}}, this week only.', 'Ada'),
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'HELLO10' }] },
    ],
  },
  {
    name: 'appointment_reminder',
    language: 'en_GB',
    status: 'PENDING',
    components: [body('A reminder: we see you on {{1}} at {{2}} in our workshop.', 'Friday', '14:00')],
  },
];

/** Adds the templates of the demo account. */
export function addDemoTemplates(catalogue: Catalogue): void {
  for (const sample of samples) {
    catalogue.add({
      wabaId: demoAccount.wabaId,
      language: 'en_US',
      category: 'UTILITY',
      parameterFormat: 'POSITIONAL',
      status: 'APPROVED',
      ...sample,
    });
  }
}
