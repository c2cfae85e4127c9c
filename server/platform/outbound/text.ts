import type { OutboundKind } from './outbound-message.ts';

/** Text. The phone shows a preview of its first link, unless the sender has switched that off. */
export const text: OutboundKind = ({ content, payload }) => ({
  body: content ?? '',
  preview_url: (payload?.text as { preview_url?: boolean } | undefined)?.preview_url !== false,
});
