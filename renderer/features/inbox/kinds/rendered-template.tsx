import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isListOf, isNullable, isShape, isText } from '../../../lib/checks.ts';
import { t } from '../../../lib/i18n.ts';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import classes from './rendered-template.module.css';

interface RenderedButton {
  kind: string;
  label: string;
}

/** What the customer reads. */
export interface Rendered {
  header: string | null;
  body: string;
  footer: string | null;
  buttons: RenderedButton[];
}

const isRendered = isShape<Rendered>({
  header: isNullable(isText),
  body: isText,
  footer: isNullable(isText),
  buttons: isListOf(isShape<RenderedButton>({ kind: isText, label: isText })),
});

/** Returns the text of a sent template; null where the server did not know the template. */
export function renderedOf({ payload }: Pick<ThreadMessage, 'payload'>): Rendered | null {
  const rendered: unknown = payload?.rendered;
  return isRendered(rendered) ? rendered : null;
}

/** A template as the customer reads it, and its name. */
export function RenderedTemplate({ message, rendered }: { message: ThreadMessage; rendered: Rendered }) {
  const named = rendered.buttons.map(({ label }) => label).filter((label) => label !== '');
  return (
    <RenderedParts
      {...rendered}
      choices={named}
      choicesLabel={t('inbox:kinds.template.buttons')}
      note={t('inbox:kinds.template.named', { name: message.templateName ?? kindLabel('template') })}
    />
  );
}

interface RenderedPartsProps {
  header: ReactNode;
  body: string;
  footer: string | null;
  /** The labels of buttons, or the entries of a list. */
  choices: readonly ReactNode[];
  choicesLabel: string;
  /** What kind of message it is. */
  note: string;
}

/** A text with a header, a footer and what the customer can choose. */
export function RenderedParts({ header, body, footer, choices, choicesLabel, note }: RenderedPartsProps) {
  return (
    <>
      {header !== null && header !== '' && (
        <p className={classes.header} dir="auto">
          {header}
        </p>
      )}
      <BubbleText text={body} />
      {footer !== null && (
        <p className={classes.quiet} dir="auto">
          {footer}
        </p>
      )}
      {choices.length > 0 && (
        <ul className={classes.buttons} aria-label={choicesLabel}>
          {choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a message never change their order
            <li key={index} dir="auto">
              {choice}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.quiet}>{note}</p>
    </>
  );
}
