import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ParkedItem } from '../../../shared/contract/parked-items.contract.ts';
import { t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './parked-item-row.module.css';

/** An event that could not be processed. It expands to show its payload. */
export function ParkedItemRow({ item }: { item: ParkedItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.item} data-testid="parked-item">
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight
          size={16}
          className={classes.chevron}
          data-open={isOpen || undefined}
          aria-hidden="true"
        />
        <code className={classes.kind}>{item.kind}</code>
        <span className={classes.reason}>
          {reasonText('parked', { code: item.reasonCode, params: item.reasonParams, sentence: item.reason })}
        </span>
        <span className={classes.time}>
          <RelativeTime time={item.createdAt} inWords />
        </span>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <div className={classes.body}>
          {isOpen && (
            <CodeBlock code={JSON.stringify(item.payload, null, 2) ?? ''} label={t('parked-items:payload')} />
          )}
        </div>
      </Collapse>
    </div>
  );
}
