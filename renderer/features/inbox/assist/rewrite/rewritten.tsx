import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AssistTextEvent } from '../../../../../shared/contract/assist/assist-text.ts';
import type { Edit } from '../../../../../shared/domain/assist/edits.ts';
import {
  applyChanges,
  changedShare,
  type DiffPart,
  diffWords,
  REPHRASED_FROM,
} from '../../../../../shared/domain/assist/word-diff.ts';
import { t } from '../../../../lib/i18n.ts';
import classes from '../assist.module.css';
import { Findings } from '../findings.tsx';

/** A text that the model has rewritten, as what has changed. Each change can be left out. */
export function Rewritten({
  edit,
  before,
  done,
  onTake,
}: {
  edit: Edit;
  before: string;
  done: Extract<AssistTextEvent, { is: 'done' }>;
  onTake(text: string): void;
}) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const parts = numbered(diffWords(before, done.text ?? ''));
  const changes = parts.filter(({ number }) => number !== null).length;
  const isRephrased = edit === 'fix' && changedShare(parts.map(({ part }) => part)) > REPHRASED_FROM;
  if (changes === 0) {
    return (
      <p className={classes.why} role="status" data-testid="assist-unchanged">
        {t('assist-text:rewrite.unchanged')}
      </p>
    );
  }
  const toggle = (number: number) => {
    const next = new Set(leftOut);
    if (!next.delete(number)) next.add(number);
    setLeftOut(next);
  };
  return (
    <>
      <div className={classes.body}>
        <p className={classes.text} dir="auto" data-testid="assist-diff">
          {parts.map(({ part, number, at }) =>
            part.is === 'same' ? (
              <span key={at}>{part.text}</span>
            ) : (
              <button
                key={at}
                type="button"
                className={classes.hunk}
                aria-pressed={number !== null && !leftOut.has(number)}
                onClick={() => number !== null && toggle(number)}
                data-testid="assist-hunk"
              >
                {part.before !== '' && <del>{part.before}</del>}
                {part.after !== '' && <ins>{part.after}</ins>}
              </button>
            ),
          )}
        </p>
        {isRephrased && (
          <p className={classes.warn} data-testid="assist-rephrased">
            {t('assist-text:rewrite.rephrased')}
          </p>
        )}
        <Findings findings={done.findings} />
      </div>
      <div className={classes.foot}>
        <p className={classes.hint}>{t('assist-text:rewrite.hint')}</p>
        <Button
          size="compact-sm"
          disabled={leftOut.size === changes}
          onClick={() =>
            onTake(
              applyChanges(
                parts.map(({ part }) => part),
                (change) => !leftOut.has(change),
              ),
            )
          }
          data-testid="assist-take"
        >
          {leftOut.size === 0 ? t('assist-text:rewrite.takeAll') : t('assist-text:rewrite.takeSome')}
        </Button>
      </div>
    </>
  );
}

/** Returns the parts with the number of each change, and the place of each part, which names it. */
function numbered(parts: readonly DiffPart[]): { part: DiffPart; number: number | null; at: number }[] {
  let changes = 0;
  let at = 0;
  return parts.map((part) => {
    const entry = { part, at, number: part.is === 'change' ? changes : null };
    if (part.is === 'change') changes += 1;
    at += 1 + (part.is === 'same' ? part.text : part.before + part.after).length;
    return entry;
  });
}
