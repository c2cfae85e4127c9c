import type { AssistTextEvent, TextFinding } from '../../../../shared/contract/assist/assist-text.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './assist.module.css';

/**
 * What a person should check in a text: facts, promises and topics that no one has mentioned, and another language than
 * expected. `of` says whose words the text comes from.
 */
export function Findings({
  findings,
  of = 'reply',
}: {
  findings: readonly TextFinding[];
  of?: 'reply' | 'message';
}) {
  const facts = findings.filter(({ kind }) => kind === 'new_fact').map(({ text }) => text);
  return (
    <>
      {facts.length > 0 && (
        <p className={classes.warn} data-testid="assist-new-facts">
          {t(`assist-text:findings.${of === 'reply' ? 'newFacts' : 'notInMessage'}`, {
            facts: facts.join(', '),
          })}
        </p>
      )}
      {findings.some(({ kind }) => kind === 'language') && (
        <p className={classes.warn}>{t('assist-text:findings.language')}</p>
      )}
      {findings.map(
        ({ kind, text }) =>
          isMarked(kind) && (
            <p key={`${kind} ${text}`} className={classes.warn} data-testid={`assist-new-${kind}`}>
              {t(`assist-text:findings.${kind}`, { words: text })}
            </p>
          ),
      )}
    </>
  );
}

const isMarked = (kind: string): kind is 'promise' | 'sensitive' =>
  kind === 'promise' || kind === 'sensitive';

/** Says why a text that the model wrote is not shown; nothing where there is nothing to say. */
export function Refused({ done }: { done: Extract<AssistTextEvent, { is: 'done' }> | null }) {
  if (!done || done.text !== null || done.refused === null) return null;
  return (
    <p className={classes.why} role="status" data-testid="assist-refused">
      {t(`assist-text:refused.${done.refused}`)}
    </p>
  );
}
