import { Badge, UnstyledButton } from '@mantine/core';
import type { PromptLogEntry } from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { formatCount, formatDuration, formatInstant } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { DataTable, SkeletonRows } from '../../../ui/list/data-table.tsx';
import classes from './prompt-log.module.css';

const columns = () =>
  [
    { key: 'time', title: t('inference:prompts.columns.time'), width: 194 },
    { key: 'who', title: t('inference:prompts.columns.who') },
    { key: 'model', title: t('inference:prompts.columns.model'), room: 'medium' },
    { key: 'tokens', title: t('inference:prompts.columns.tokens'), width: 160, room: 'small' },
    { key: 'duration', title: t('inference:prompts.columns.duration'), width: 94, room: 'small' },
    { key: 'end', title: t('inference:prompts.columns.end'), width: 140, room: 'small' },
  ] as const;

const REASONS = {
  stop: { name: 'stop', color: 'pine' },
  tool_calls: { name: 'toolCalls', color: 'pine' },
  length: { name: 'length', color: 'gray' },
  aborted: { name: 'aborted', color: 'gray' },
  error: { name: 'error', color: 'red' },
} as const;

/** Shows how a call ended. An unknown reason from another engine is shown unchanged. */
export function EndBadge({ reason }: { reason: string }) {
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason as keyof typeof REASONS] : null;
  return (
    <Badge variant="light" color={known?.color ?? 'gray'} tt="none">
      {known ? t(`inference:prompts.ends.${known.name}`) : reason}
    </Badge>
  );
}

/** Returns the tokens of the prompt and the answer, with a dash for an unknown number: `312 + 96`. */
export function tokensOf({ promptTokens, completionTokens }: PromptLogEntry): string {
  if (promptTokens === null && completionTokens === null) return '–';
  return `${formatCount(promptTokens ?? 0)} + ${formatCount(completionTokens ?? 0)}`;
}

/** The stored calls, newest first. Each can be opened. Null while they load. */
export function PromptLogTable({
  entries,
  onOpen,
}: {
  entries: readonly PromptLogEntry[] | null;
  onOpen: (id: string) => void;
}) {
  return (
    <DataTable label={t('inference:prompts.label')} columns={columns()}>
      {entries === null ? (
        <SkeletonRows columns={columns()} rows={6} hasActions={false} />
      ) : (
        entries.map((entry) => (
          <tr key={entry.id} data-testid="prompt-row" data-id={entry.id}>
            <td>
              <UnstyledButton
                className={classes.open}
                onClick={() => onOpen(entry.id)}
                aria-label={t('inference:prompts.open', { time: formatInstant(entry.askedAt) })}
                data-testid="prompt-open"
              >
                {formatInstant(entry.askedAt)}
              </UnstyledButton>
            </td>
            <td>
              <div dir="auto">{entry.by.name}</div>
              <div className={classes.folded}>
                <EndBadge reason={entry.finishReason} />
              </div>
            </td>
            <td data-room="medium">{entry.model}</td>
            <td data-room="small">{tokensOf(entry)}</td>
            <td data-room="small">{formatDuration(entry.durationMs)}</td>
            <td data-room="small">
              <EndBadge reason={entry.finishReason} />
            </td>
          </tr>
        ))
      )}
    </DataTable>
  );
}
