import type { OutboundKind } from './outbound-message.ts';

/** Words; the phone shows a preview of the first link in them. */
export const text: OutboundKind = ({ content }) => ({ body: content ?? '', preview_url: true });
