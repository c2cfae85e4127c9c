import type { OutboundKind } from './outbound-message.ts';

/** An approved template and what fills it. The platform wants the place of a button as a string. */
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
