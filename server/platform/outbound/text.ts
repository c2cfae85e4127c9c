import type { OutboundKind } from './outbound-message.ts';

/** Text. The phone shows a preview of its first link. */
export const text: OutboundKind = ({ content }) => ({ body: content ?? '', preview_url: true });
