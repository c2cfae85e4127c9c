import { Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OpenedPrompt } from '../../../shared/contract/prompt-log.contract.ts';
import { formatDuration, formatInstant } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { promptOptions } from './inference.queries.ts';
import { messagesOf } from './kept-messages.ts';
import classes from './prompt-log.module.css';
import { EndBadge, tokensOf } from './prompt-log-table.tsx';

const ROLES: Readonly<Record<string, string>> = {
  system: 'Instructions',
  user: 'User',
  assistant: 'Model, earlier',
  tool: 'Result of a tool',
  prompt: 'Prompt',
};

/** One kept call: what was asked, and what was answered. Null keeps it closed. */
export function OpenedPromptModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Modal opened={id !== null} onClose={onClose} title="A call of the model" size="xl">
      {id !== null && <Opened id={id} />}
    </Modal>
  );
}

function Opened({ id }: { id: string }) {
  const call = useQuery(promptOptions(id));
  if (call.error) {
    return (
      <ErrorState
        title="This call could not be loaded"
        message={call.error.message}
        onRetry={() => void call.refetch()}
      />
    );
  }
  return call.data ? <Call call={call.data} /> : <Skeleton height={240} />;
}

function Call({ call }: { call: OpenedPrompt }) {
  // Messages have no ids; their order is what tells them apart.
  const messages = messagesOf(call.prompt).map((message, index) => ({ ...message, key: `${index}` }));
  return (
    <Stack gap="sm" data-testid="prompt-opened">
      <div className={classes.facts}>
        <span>{formatInstant(call.askedAt)}</span>
        <span dir="auto">{call.by.name}</span>
        <span>{call.model}</span>
        <span>{tokensOf(call)} tokens</span>
        <span>{formatDuration(call.durationMs)}</span>
        <EndBadge reason={call.finishReason} />
      </div>
      {messages.map(({ key, role, text }) => (
        <div key={key} className={classes.turn}>
          <div className={classes.role}>{ROLES[role] ?? role}</div>
          <div className={classes.text} dir="auto">
            {text}
          </div>
        </div>
      ))}
      <div className={classes.turn} data-role="answer">
        <div className={classes.role}>Answer</div>
        <div className={classes.text} dir="auto" data-testid="prompt-answer">
          {call.answer === '' ? 'Nothing was written.' : call.answer}
        </div>
      </div>
      <div>
        <CopyButton value={call.answer} label="Copy the answer" size="xs" />
      </div>
    </Stack>
  );
}
