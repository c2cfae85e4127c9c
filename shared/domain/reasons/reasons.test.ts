import { describe, expect, it } from 'vitest';
import { readStateReason, WEBHOOK_CAUSE_NAMES, writeStateReason } from '../webhooks/webhook-causes.ts';
import { AUDIT_LABELS, readAuditLabel } from './audit-labels.ts';
import { CHANNEL_REASONS, readChannelReason } from './channel-reasons.ts';
import { defineReasons, sentenceReader } from './define-reasons.ts';
import { MEDIA_REASONS } from './media-reasons.ts';
import { MODEL_REASONS } from './model-reasons.ts';
import { PARKED_REASONS } from './parked-reasons.ts';
import { TEMPLATE_SYNC_REASONS } from './template-reasons.ts';

const SUBJECTS = {
  AUDIT_LABELS,
  CHANNEL_REASONS,
  MEDIA_REASONS,
  MODEL_REASONS,
  PARKED_REASONS,
  TEMPLATE_SYNC_REASONS,
};

describe.each(Object.entries(SUBJECTS))('%s', (_, { sentences, read }) => {
  it.each(Object.entries(sentences))('%s is derived from its sentence', (code, sentence) => {
    const params: Record<string, string> = {};
    const written = sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      params[name] ??= `value-${Object.keys(params).length}`;
      return params[name];
    });
    expect(read(written)).toEqual({ code, params });
  });

  it('leaves other texts alone', () => {
    expect(read('Something else')).toEqual({ code: null, params: {} });
    expect(read(null)).toEqual({ code: null, params: {} });
  });
});

describe('sentences', () => {
  it('are filled in, and read with several lines and signs of patterns in the values', () => {
    const { write, read } = defineReasons({ failed: '{{file}} failed ({{detail}}).' });
    const sentence = write('failed', { file: 'a.b', detail: 'no (really)\nno' });
    expect(sentence).toBe('a.b failed (no (really)\nno).');
    expect(read(sentence)).toEqual({ code: 'failed', params: { file: 'a.b', detail: 'no (really)\nno' } });
  });

  it('can quote another sentence', () => {
    const values = { model: 'Qwen 3B', reason: 'The engine did not answer.', fallback: 'tiny-test' };
    expect(MODEL_REASONS.read(MODEL_REASONS.write('not_loaded', values))).toEqual({
      code: 'not_loaded',
      params: values,
    });
  });

  it('are found by the most specific text, and by equal values in equal gaps', () => {
    const read = sentenceReader({ any: 'is {{word}}', same: 'is {{word}}, really {{word}}' });
    expect(read('is it, really it')?.code).toBe('same');
    expect(read('is it, really not')?.code).toBe('any');
  });
});

it('a check that names its value in front has the code of the sentence behind it', () => {
  const message = CHANNEL_REASONS.write('token_expired', { date: '2026-03-04', time: '16:43' });
  expect(readChannelReason(`The access token ${message}`)).toEqual({
    code: 'token_expired',
    params: { date: '2026-03-04', time: '16:43' },
  });
  const whole = CHANNEL_REASONS.write('permission_missing');
  expect(readChannelReason(whole).code).toBe('permission_missing');
});

describe.each([
  {
    reasons: MEDIA_REASONS,
    code: 'expired',
    stored: 'The platform no longer has this file. Ask the customer to send it again.',
  },
  {
    reasons: CHANNEL_REASONS,
    code: 'unavailable',
    stored: 'The messaging platform is unavailable right now. Try again in a minute.',
  },
  {
    reasons: CHANNEL_REASONS,
    code: 'account_disabled',
    stored:
      'The platform has disabled this account. See Account quality in its business settings and ask for a review.',
  },
])('$code', ({ reasons, code, stored }) => {
  it('is derived from a sentence that was stored when WhatsApp was called the platform', () => {
    expect(reasons.read(stored)).toEqual({ code, params: {} });
  });
});

it('a label that a person has given has no code', () => {
  expect(readAuditLabel({ kind: 'api_key', label: 'not kept' }).code).toBe(null);
  expect(readAuditLabel({ kind: 'prompt_log', label: 'not kept' }).code).toBe('prompts_not_kept');
});

describe("the reason of an endpoint's state", () => {
  it.each(WEBHOOK_CAUSE_NAMES)('%s is derived from the sentence', (cause) => {
    for (const isDisabled of [true, false])
      for (const status of [null, 503])
        expect(readStateReason(writeStateReason({ isDisabled, cause, status }))).toEqual({ cause, status });
  });

  it('is null for any other text', () => {
    expect(readStateReason('HTTP 500. Something else')).toBe(null);
    expect(readStateReason(null)).toBe(null);
  });
});
