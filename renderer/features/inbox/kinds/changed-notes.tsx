import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { formatFull } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { deletedText } from '../thread/bubble/message-kind.ts';
import classes from './context-notes.module.css';

/** A button that shows the earlier versions of a message that the customer has edited. */
export function EditedNote({ message: { edits, editedAt } }: { message: ThreadMessage }) {
  const [isOpen, setOpen] = useState(false);
  if (!editedAt) return null;
  return (
    <div className={classes.changed} data-testid="message-edited">
      <ToggleButton
        isOpen={isOpen}
        toggle={() => setOpen(!isOpen)}
        label={isOpen ? t('inbox:kinds.edited.hide') : t('inbox:kinds.edited.label')}
      />
      {isOpen && (
        <ol>
          {edits.map(({ content, caption, at }) => (
            <li key={at} dir="auto" title={t('inbox:kinds.edited.until', { time: formatFull(at) })}>
              {content || caption || t('inbox:kinds.edited.noText')}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Replaces a message that its author has deleted for everyone. A button shows its content. */
export function DeletedContent({ message, children }: { message: ThreadMessage; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.deleted} data-testid="message-deleted">
      <em>{deletedText(message)}</em>
      <ToggleButton
        isOpen={isOpen}
        toggle={() => setOpen(!isOpen)}
        label={isOpen ? t('inbox:kinds.deleted.hide') : t('inbox:kinds.deleted.show')}
      />
      {isOpen && <div className={classes.kept}>{children}</div>}
    </div>
  );
}

function ToggleButton({ isOpen, toggle, label }: { isOpen: boolean; toggle: () => void; label: string }) {
  return (
    <Button variant="subtle" size="compact-xs" px={0} aria-expanded={isOpen} onClick={toggle}>
      {label}
    </Button>
  );
}
