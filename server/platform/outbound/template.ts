import type { OutboundKind, OutboundMessage } from './outbound-message.ts';

/**
 * An approved template with its parameters. The platform requires the index of a button as a string. A file of this
 * server in the header has its id on the platform by now.
 */
export const template: OutboundKind = ({ templateName, templateLanguage, components, mediaId }) => ({
  name: templateName,
  language: { code: templateLanguage },
  ...(components && components.length > 0
    ? {
        components: components.map((component) => ({
          ...component,
          ...(component.index === undefined ? {} : { index: String(component.index) }),
          ...(mediaId !== null && component.type === 'header' && Array.isArray(component.parameters)
            ? { parameters: component.parameters.map((one: Header) => withFile(one, mediaId)) }
            : {}),
        })),
      }
    : {}),
});

type Header = Readonly<Record<string, unknown>>;

/** Returns a header with the platform's id of its file. */
export function withFile(header: Header, mediaId: NonNullable<OutboundMessage['mediaId']>): Header {
  const type = String(header.type);
  return { ...header, [type]: { ...(header[type] as object), id: mediaId } };
}
