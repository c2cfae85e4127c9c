import { expect, it } from 'vitest';
import { WEBHOOK_EVENT_TYPES } from '../domain/webhooks/webhook-values.ts';
import { WEBHOOK_SCHEMAS } from './webhook-event.ts';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

it.each(WEBHOOK_EVENT_TYPES)('the sample of %s matches the schema', (type) => {
  const sample = WEBHOOK_SAMPLES[type];
  expect(WEBHOOK_SCHEMAS[type].parse(sample)).toEqual(sample);
  expect(sample.type).toBe(type);
});
