import { describe, expect, it } from 'vitest';
import { deepLinkIn, readDeepLink } from './deep-link.ts';

const id = 'cv_01m7yqpbhzevp9ja4xbrzqvbs6';

describe('a deep link', () => {
  it('contains a conversation and optionally its server', () => {
    expect(readDeepLink(`switchboard://conversation/${id}`)).toEqual({
      conversationId: id,
      messageId: null,
      server: null,
    });
    expect(readDeepLink(`switchboard://conversation/${id}?server=https://crm.example.com`)).toEqual({
      conversationId: id,
      messageId: null,
      server: 'https://crm.example.com',
    });
  });

  it('can name a message', () => {
    const message = `msg_${id.slice(3)}`;
    expect(readDeepLink(`switchboard://conversation/${id}?message=${message}`)?.messageId).toBe(message);
  });

  it.each([
    `switchboard://conversation/${id}?message=x`,
    `switchboard://conversation/${id}?server=https://crm.example.com/path`,
    `switchboard://conversation/${id}?server=javascript:alert(1)`,
    `switchboard://conversation/${id}?server=https://a.example&server=https://b.example`,
    `switchboard://conversation/${id}?text=hello`,
    `switchboard://conversation/${id}#x`,
    `switchboard://user:pass@conversation/${id}`,
    `switchboard://conversation/${id}/delete`,
    `switchboard://conversation/ct_01m7yqpbhzevp9ja4xbrzqvbs6`,
    'switchboard://conversation/<script>alert(1)</script>',
    'switchboard://conversation/',
    'switchboard://settings/reset',
    `https://conversation/${id}`,
    `switchboard://conversation/${'a'.repeat(600)}`,
    'switchboard:',
    '',
  ])('is not %s', (text) => {
    expect(readDeepLink(text)).toBeNull();
  });

  it('is found among other command-line arguments', () => {
    expect(
      deepLinkIn(['/opt/switchboard', '--no-sandbox', `switchboard://conversation/${id}`])?.conversationId,
    ).toBe(id);
    expect(deepLinkIn(['/opt/switchboard', '--gpu'])).toBeNull();
  });
});
