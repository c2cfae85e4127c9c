import { Collapse, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ParkedItem, RetryResult } from '../../../shared/contract/parked-items.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './parked-item-row.module.css';

/** In pixels: the button to retry stays on the screen. */
const PAYLOAD_HEIGHT = 280;

/** An event that could not be processed. It expands to show its payload and to retry it. */
export function ParkedItemRow({
  item,
  onRetried,
}: {
  item: ParkedItem;
  onRetried: (result: RetryResult) => void;
}) {
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
          {isOpen && <OpenedItem id={item.id} canRetry={item.canRetry} onRetried={onRetried} />}
        </div>
      </Collapse>
    </div>
  );
}

function OpenedItem({
  id,
  canRetry,
  onRetried,
}: {
  id: string;
  canRetry: boolean;
  onRetried: (result: RetryResult) => void;
}) {
  const opened = useQuery(queries.parkedItems.get.queryOptions({ input: { params: { id } } }));
  const retrying = useMutation(() => api.parkedItems.retry({ params: { id } }), { onSuccess: onRetried });
  if (!opened.data)
    return (
      <NotLoadedState
        title={t('parked-items:itemFailed')}
        query={opened}
        waiting={<Skeleton height={80} aria-busy="true" />}
      />
    );
  const { raw, rawLength } = opened.data;
  return (
    <Stack gap="sm">
      <CodeBlock code={raw} label={t('parked-items:payload')} maxHeight={PAYLOAD_HEIGHT} />
      {raw.length < rawLength && (
        <Text size="sm" c="dimmed">
          {t('parked-items:payloadCut', { shown: raw.length, length: rawLength })}
        </Text>
      )}
      {canRetry ? (
        <Group>
          <MutationButton mutation={retrying} variant="default" size="xs" data-testid="parked-retry">
            {t('parked-items:retry.one')}
          </MutationButton>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('parked-items:retry.waits')}
        </Text>
      )}
      <MutationError mutation={retrying} />
    </Stack>
  );
}
