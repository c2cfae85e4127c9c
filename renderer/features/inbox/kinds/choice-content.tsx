import { IconForms, IconHandClick, IconListDetails } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isListOf, isOneOf, isOptional, isShape, isText } from '../../../lib/checks.ts';
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

/** What the customer can choose from: the buttons, the list or the link of a sent message. */
export interface Offer {
  header?: { type: 'text' | 'image' | 'video' | 'document'; text?: string | undefined } | undefined;
  body: { text: string };
  footer?: { text: string } | undefined;
  action: {
    button?: string | undefined;
    buttons?: { reply: { title: string } }[] | undefined;
    sections?: { rows: { title: string }[] }[] | undefined;
    parameters?: { display_text: string; url: string } | undefined;
  };
}

const isTexts = isShape<{ text: string }>({ text: isText });
const isTitled = isShape<{ title: string }>({ title: isText });

const isOffer = isShape<Offer>({
  header: isOptional(
    isShape<NonNullable<Offer['header']>>({
      type: isOneOf('text', 'image', 'video', 'document'),
      text: isOptional(isText),
    }),
  ),
  body: isTexts,
  footer: isOptional(isTexts),
  action: isShape<Offer['action']>({
    button: isOptional(isText),
    buttons: isOptional(isListOf(isShape<{ reply: { title: string } }>({ reply: isTitled }))),
    sections: isOptional(isListOf(isShape<{ rows: { title: string }[] }>({ rows: isListOf(isTitled) }))),
    parameters: isOptional(
      isShape<{ display_text: string; url: string }>({ display_text: isText, url: isText }),
    ),
  }),
});

/** A sent message with buttons, a list or a link, as the customer reads it. */
export function OfferContent({ message }: { message: ThreadMessage }) {
  const offer: unknown = message.payload?.interactive;
  if (!isOffer(offer))
    return <KindCard icon={IconHandClick} label={message.content || kindLabel(message.type)} />;
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
