import { IconForms, IconHandClick, IconListDetails } from '@tabler/icons-react';
import * as z from 'zod/mini';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { FactList } from './fact-list.tsx';
import { KindCard } from './kind-card.tsx';
import { RenderedParts } from './rendered-template.tsx';
import { ExternalLink } from './shared-content.tsx';

const ICONS = { list: IconListDetails, form: IconForms } as const;

/** The option that the customer chose, or the form that they filled in. */
export function ChoiceContent({ message }: { message: ThreadMessage }) {
  const choice = message.inbound?.choice ?? null;
  if (choice === null)
    return <KindCard icon={IconHandClick} label={message.content || kindLabel(message.type)} />;
  const { kind, title, description, form } = choice;
  const kindText = t(`inbox:kinds.choice.${kind}`);
  const icon = kind === 'list' || kind === 'form' ? ICONS[kind] : IconHandClick;
  return (
    <KindCard icon={icon} label={title ?? kindText} lines={[title === null ? null : kindText, description]}>
      {form !== null && <FactList facts={Object.entries(form).filter(isAnswer).map(formatField)} />}
    </KindCard>
  );
}

/** Returns whether a field was filled in by the customer. `flow_token` only identifies the form. */
function isAnswer([name]: [string, unknown]): boolean {
  return name !== 'flow_token';
}

function formatField([name, value]: [string, unknown]): [string, string] {
  return [name.replaceAll('_', ' '), typeof value === 'string' ? value : JSON.stringify(value)];
}

const textOf = z.object({ text: z.string() });

const OfferSchema = z.object({
  header: z.optional(
    z.looseObject({ type: z.enum(['text', 'image', 'video', 'document']), text: z.optional(z.string()) }),
  ),
  body: textOf,
  footer: z.optional(textOf),
  action: z.object({
    button: z.optional(z.string()),
    buttons: z.optional(z.array(z.object({ reply: z.object({ title: z.string() }) }))),
    sections: z.optional(z.array(z.object({ rows: z.array(z.object({ title: z.string() })) }))),
    parameters: z.optional(z.object({ display_text: z.string(), url: z.string() })),
  }),
});

/** What the customer can choose from: the buttons, the list or the link of a sent message. */
export type Offer = z.infer<typeof OfferSchema>;

/** A sent message with buttons, a list or a link, as the customer reads it. */
export function OfferContent({ message }: { message: ThreadMessage }) {
  const offer = OfferSchema.safeParse(message.payload?.interactive).data;
  if (!offer) return <KindCard icon={IconHandClick} label={message.content || kindLabel(message.type)} />;
  return <RenderedOffer offer={offer} />;
}

/** Buttons, a list or a link, as the customer reads them. */
export function RenderedOffer({ offer: { header, body, footer, action } }: { offer: Offer }) {
  const { button, buttons = [], sections = [], parameters } = action;
  const rows = sections.flatMap((section) => section.rows.map(({ title }) => title));
  return (
    <RenderedParts
      header={
        header ? (header.text ?? kindLabel(header.type === 'text' ? 'interactive' : header.type)) : null
      }
      body={body.text}
      footer={footer?.text ?? null}
      choices={
        parameters
          ? [<ExternalLink key="link" href={parameters.url} text={parameters.display_text} />]
          : [...buttons.map(({ reply }) => reply.title), ...rows]
      }
      choicesLabel={t('inbox:kinds.offer.choices')}
      note={
        parameters
          ? t('inbox:kinds.offer.link')
          : button === undefined
            ? t('inbox:kinds.offer.buttons')
            : t('inbox:kinds.offer.list', { label: button })
      }
    />
  );
}
