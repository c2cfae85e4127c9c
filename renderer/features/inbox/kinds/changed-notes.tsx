import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import { formatFull } from '../../../lib/format.ts';
import { DELETED } from '../message-kind.ts';
import classes from './context-notes.module.css';

/** Under a message that the customer has changed: what it said before, behind a button. */
export function EditedNote({ message: { edits, editedAt } }: { message: ThreadMessage }) {
  const [isOpen, setOpen] = useState(false);
  if (!editedAt) return null;
  return (
    <div className={classes.changed} data-testid="message-edited">
      <Small
        isOpen={isOpen}
        toggle={() => setOpen(!isOpen)}
        words={isOpen ? 'Edited: hide earlier' : 'Edited'}
      />
      {isOpen && (
        <ol>
          {edits.map(({ content, caption, at }) => (
            <li key={at} dir="auto" title={`Until ${formatFull(at)}`}>
              {content || caption || 'Without words'}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** In place of a message that the customer has deleted for everyone; what it said is shown only when asked for. */
export function DeletedContent({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.deleted} data-testid="message-deleted">
      <em>{DELETED}</em>
      <Small
        isOpen={isOpen}
        toggle={() => setOpen(!isOpen)}
        words={isOpen ? 'Hide what it said' : 'Show what it said'}
      />
      {isOpen && <div className={classes.kept}>{children}</div>}
    </div>
  );
}

function Small({ isOpen, toggle, words }: { isOpen: boolean; toggle: () => void; words: string }) {
  return (
    <Button variant="subtle" size="compact-xs" px={0} aria-expanded={isOpen} onClick={toggle}>
      {words}
    </Button>
  );
}
