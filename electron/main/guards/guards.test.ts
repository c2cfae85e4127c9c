import { describe, expect, it } from 'vitest';
import { externalLink } from './external-link.ts';

describe('an external link', () => {
  it.each(['https://example.com/a?b=c', 'mailto:ana@example.com', 'tel:+15550100123'])(
    'to %s is allowed',
    (url) => {
      expect(externalLink(url)).not.toBeNull();
    },
  );

  it.each([
    'http://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://bundle/x',
    'smb://host/share',
    'ms-msdt:/id',
    'switchboard://conversation/x',
    'https://user:secret@example.com',
    'nonsense',
    `https://example.com/${'a'.repeat(5_000)}`,
  ])('to %s is blocked', (url) => {
    expect(externalLink(url)).toBeNull();
  });
});
