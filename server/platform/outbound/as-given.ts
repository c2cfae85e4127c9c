import type { OutboundKind, OutboundMessage } from './outbound-message.ts';
import { withFile } from './template.ts';

/** Content in the platform's format, as the contract has checked it (decision 0285). */
const asGiven = ({ payload, type }: OutboundMessage) => (payload?.[type] ?? {}) as object;

export const location: OutboundKind = asGiven;
export const interactive: OutboundKind = (message) => {
  const given = asGiven(message) as { header?: Readonly<Record<string, unknown>> };
  const { mediaId } = message;
  return mediaId === null || !given.header ? given : { ...given, header: withFile(given.header, mediaId) };
};

/** The platform requires a part of the name beside the full one. */
export const contacts: OutboundKind = (message) =>
  (asGiven(message) as { name: { formatted_name: string } }[]).map((card) => {
    const { formatted_name, ...parts } = card.name;
    return Object.keys(parts).length > 0
      ? card
      : { ...card, name: { formatted_name, first_name: formatted_name } };
  });
