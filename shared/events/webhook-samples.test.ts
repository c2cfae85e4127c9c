import { expect, it } from 'vitest';
import { WEBHOOK_EVENT_TYPES, WebhookEventSchema } from './webhook-event.ts';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

it.each(WEBHOOK_EVENT_TYPES)('the sample of %s is what a receiver is promised', (type) => {
  const sample = WEBHOOK_SAMPLES[type];
  expect(WebhookEventSchema.parse(sample)).toEqual(sample);
  expect(sample.type).toBe(type);
});
