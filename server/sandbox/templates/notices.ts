import { asciiJson } from '../callbacks/ascii-json.ts';
import type { CallbackQueue } from '../callbacks/queue.ts';
import type { Clock } from '../state/clock.ts';
import { byChance } from '../state/knobs.ts';
import type { Store } from '../state/store.ts';
import { buttonsOf, componentOf, wordsOf } from './components.ts';
import type { Template } from './template.ts';

/** The spelling of the language in a notice. The platform uses both. */
export type Spelling = 'hyphen' | 'underscore';

export interface TemplateNotices {
  status(template: Template, event: string, extra?: object, spelling?: Spelling): void;
  quality(template: Template, before: string, spelling?: Spelling): void;
  category(template: Template, before: string, spelling?: Spelling): void;
  /** Reports an edit of the text or buttons. */
  components(template: Template, spelling?: Spelling): void;
}

/** Creates the callbacks about templates. The template id is a number here, and a string everywhere else. */
export function createTemplateNotices(store: Store, clock: Clock, queue: CallbackQueue): TemplateNotices {
  function send(field: string, template: Template, value: object, spelling?: Spelling): void {
    const account = [...store.account.values()].find(
      (one) => one.wabaId === template.wabaId && one.subscribed,
    );
    if (!account) return;
    const hyphen = spelling === undefined ? byChance(0.5) : spelling === 'hyphen';
    const body = asciiJson({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: template.wabaId,
          time: Math.floor(clock.now() / 1000),
          changes: [
            {
              field,
              value: {
                message_template_id: Number(template.id),
                message_template_name: template.name,
                message_template_language: hyphen ? template.language.replace('_', '-') : template.language,
                ...value,
              },
            },
          ],
        },
      ],
    });
    const summary = `template ${template.name}: ${field.replace(/^(message_)?template_|_update$/g, '')}`;
    queue.enqueue({ phoneNumberId: account.phoneNumberId, body, messageIds: [], summary });
  }

  return {
    status(template, event, extra = {}, spelling) {
      const value = { event, message_template_category: template.category, reason: 'NONE', ...extra };
      send('message_template_status_update', template, value, spelling);
    },
    quality(template, before, spelling) {
      const value = { previous_quality_score: before, new_quality_score: template.quality };
      send('message_template_quality_update', template, value, spelling);
    },
    category(template, before, spelling) {
      const value = { previous_category: before, new_category: template.category };
      send('template_category_update', template, value, spelling);
    },
    components(template, spelling) {
      const [title, element, footer] = ['HEADER', 'BODY', 'FOOTER'].map((type) =>
        wordsOf(componentOf(template, type)),
      );
      const value = {
        ...(title && { message_template_title: title }),
        message_template_element: element,
        ...(footer && { message_template_footer: footer }),
        message_template_buttons: buttonsOf(template).map(({ type, text, url }) => ({
          message_template_button_type: type,
          message_template_button_text: text,
          ...(url === undefined ? {} : { message_template_button_url: url }),
        })),
      };
      send('message_template_components_update', template, value, spelling);
    },
  };
}
