import type { OutboundKind } from './outbound-message.ts';

/** An approved template with its parameters. The platform requires the index of a button as a string. */
export const template: OutboundKind = ({ templateName, templateLanguage, components }) => ({
  name: templateName,
  language: { code: templateLanguage },
  ...(components && components.length > 0
    ? {
        components: components.map((component) =>
          component.index === undefined ? component : { ...component, index: String(component.index) },
        ),
      }
    : {}),
});
