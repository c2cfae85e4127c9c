import { Button, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { comparedText, failureText } from '../insight-text.ts';
import partClasses from './parts.module.css';
import type { PartProps } from './tiles.tsx';

/** Reasons that are shown at first. */
const REASONS_SHOWN = 8;

/** Conversations that are open now, by age. */
export function OpenByAge({ insights: { open }, onOpen }: PartProps) {
  const oldest = Math.max(...open.map(({ count }) => count));
  return (
    <Card padded>
      <div className={partClasses.head}>
        <Title order={2} size="h3">
          {t('insights:open.title')}
        </Title>
        <span>{t('insights:open.hint')}</span>
      </div>
      <ul className={partClasses.bars}>
        {open.map(({ age, count, isCapped }) => (
          <Bar
            key={age}
            testId={`insight-open-${age}`}
            label={t(`insights:open.ages.${age}`)}
            share={count / oldest}
            count={formatCount(count, isCapped)}
            onClick={count > 0 ? () => onOpen({ figure: 'open', age }) : null}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Failed sends by reason. */
export function FailedByReason({ insights, onOpen }: PartProps) {
  const { failedReasons } = insights;
  const [isAll, setAll] = useState(false);
  const reasons = isAll ? failedReasons : failedReasons.slice(0, REASONS_SHOWN);
  const most = Math.max(...reasons.map(({ value }) => value));
  return (
    <Card padded>
      <div className={partClasses.head}>
        <Title order={2} size="h3">
          {t('insights:failed.title')}
        </Title>
      </div>
      {reasons.length === 0 ? (
        <p className={partClasses.nothing}>{t('insights:failed.none')}</p>
      ) : (
        <ul className={partClasses.bars} data-long data-tone="bad">
          {reasons.map(({ code, value, previous }) => (
            <Bar
              key={code}
              testId={`insight-failed-${code}`}
              label={failureText(code)}
              share={value / most}
              count={formatCount(value)}
              hint={comparedText(value, previous)}
              onClick={value > 0 ? () => onOpen({ figure: 'failed_sends', reason: code }) : null}
            />
          ))}
        </ul>
      )}
      {failedReasons.length > REASONS_SHOWN && (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          onClick={() => setAll(!isAll)}
          data-testid="insight-failed-all"
        >
          {isAll
            ? t('insights:failed.fewer')
            : t('insights:failed.all', { number: formatCount(failedReasons.length) })}
        </Button>
      )}
    </Card>
  );
}

/** A row with a bar of its share; a button when there is something to open. */
function Bar({
  label,
  share,
  count,
  hint,
  onClick,
  testId,
}: {
  label: string;
  share: number;
  count: string;
  hint?: string;
  onClick: (() => void) | null;
  testId: string;
}) {
  const content = (
    <>
      <span>{label}</span>
      <span className={partClasses.track} aria-hidden="true">
        {share > 0 && <span style={{ inlineSize: `${share * 100}%` }} />}
      </span>
      <span className={partClasses.counted}>
        {count}
        {hint && <small>{hint}</small>}
      </span>
    </>
  );
  return (
    <li>
      {onClick ? (
        <UnstyledButton
          className={partClasses.bar}
          onClick={onClick}
          title={t('insights:show')}
          data-testid={testId}
        >
          {content}
        </UnstyledButton>
      ) : (
        <div className={partClasses.bar} data-testid={testId}>
          {content}
        </div>
      )}
    </li>
  );
}
