import type { TextFinding } from '../../../../shared/contract/assist/assist-text.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './assist.module.css';

/**
 * What a person should check in a text: facts that nobody has said, and another language than expected. `of` says whose
 * words the text comes from.
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
    </>
  );
}
