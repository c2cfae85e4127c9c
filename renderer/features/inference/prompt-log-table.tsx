import { Badge, UnstyledButton } from '@mantine/core';
import type { PromptLogEntry } from '../../../shared/contract/prompt-log.contract.ts';
import { formatCount, formatDuration, formatInstant } from '../../lib/format.ts';
import { DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import classes from './prompt-log.module.css';

const COLUMNS = [
  { key: 'when', title: 'When', width: 194 },
  { key: 'who', title: 'Key or person' },
  { key: 'model', title: 'Model', room: 'medium' },
  { key: 'tokens', title: 'Tokens in + out', width: 140, room: 'small' },
  { key: 'took', title: 'Took', width: 90, room: 'small' },
  { key: 'end', title: 'Ended', width: 130, room: 'small' },
] as const;

const REASONS: Readonly<Record<string, { label: string; color: string }>> = {
  stop: { label: 'Finished', color: 'pine' },
  tool_calls: { label: 'Tool call', color: 'pine' },
  length: { label: 'At its limit', color: 'gray' },
  aborted: { label: 'Caller left', color: 'gray' },
  error: { label: 'Broke off', color: 'red' },
};

/** How a call ended, in words. */
export function EndBadge({ reason }: { reason: string }) {
  const { label, color } = REASONS[reason] ?? { label: reason, color: 'gray' };
  return (
    <Badge variant="light" color={color} tt="none">
      {label}
    </Badge>
  );
}

/** `312 + 96`; what is not known is a dash. */
export function tokensOf({ promptTokens, completionTokens }: PromptLogEntry): string {
  if (promptTokens === null && completionTokens === null) return '–';
  return `${formatCount(promptTokens ?? 0)} + ${formatCount(completionTokens ?? 0)}`;
}

/** The kept calls, newest first; each opens. Null while they are on their way. */
export function PromptLogTable({
  entries,
  onOpen,
}: {
  entries: readonly PromptLogEntry[] | null;
  onOpen: (id: string) => void;
}) {
  return (
    <DataTable label="Kept calls" columns={COLUMNS}>
      {entries === null ? (
        <SkeletonRows columns={COLUMNS} rows={6} hasActions={false} />
      ) : (
        entries.map((entry) => (
          <tr key={entry.id} data-testid="prompt-row" data-id={entry.id}>
            <td>
              <UnstyledButton
                className={classes.open}
                onClick={() => onOpen(entry.id)}
                aria-label={`Open the call of ${formatInstant(entry.askedAt)}`}
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
