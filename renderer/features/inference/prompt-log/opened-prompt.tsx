import { Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OpenedPrompt } from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { formatDuration, formatInstant } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { CopyButton } from '../../../ui/code/copy-button.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { promptOptions } from '../inference.queries.ts';
import { messagesOf } from './kept-messages.ts';
import classes from './prompt-log.module.css';
import { EndBadge, tokensOf } from './prompt-log-table.tsx';

const ROLES = ['system', 'user', 'assistant', 'tool', 'prompt'] as const;

/** A stored call: its prompt and its answer. Null keeps it closed. */
export function OpenedPromptModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('inference:prompts.callTitle')} size="xl">
      {id !== null && <PromptContent id={id} />}
    </Modal>
  );
}

function PromptContent({ id }: { id: string }) {
  const call = useQuery(promptOptions(id));
  if (call.data) return <Call call={call.data} />;
  return (
    <NotLoadedState
      title={t('inference:prompts.loadCallFailed')}
      query={call}
      waiting={<Skeleton height={240} />}
    />
  );
}

function Call({ call }: { call: OpenedPrompt }) {
  // Messages have no ids; their order identifies them.
  const messages = messagesOf(call.prompt).map((message, index) => ({ ...message, key: `${index}` }));
  return (
    <Stack gap="sm" data-testid="prompt-opened">
      <div className={classes.facts}>
        <span>{formatInstant(call.askedAt)}</span>
        <span dir="auto">{call.by.name}</span>
        <span>{call.model}</span>
        <span>{t('inference:prompts.tokens', { tokens: tokensOf(call) })}</span>
        <span>{formatDuration(call.durationMs)}</span>
        <EndBadge reason={call.finishReason} />
      </div>
      {messages.map(({ key, role, text }) => (
        <div key={key} className={classes.turn}>
          <div className={classes.role}>{roleOf(role)}</div>
          <div className={classes.text} dir="auto">
            {text}
          </div>
        </div>
      ))}
      <div className={classes.turn} data-role="answer">
        <div className={classes.role}>{t('inference:prompts.answer')}</div>
        <div className={classes.text} dir="auto" data-testid="prompt-answer">
          {call.answer === '' ? t('inference:prompts.emptyAnswer') : call.answer}
        </div>
      </div>
      <div>
        <CopyButton value={call.answer} label={t('inference:prompts.copyAnswer')} size="xs" />
      </div>
    </Stack>
  );
}

/** Returns the name of a role, or an unknown role unchanged. */
function roleOf(role: string): string {
  const known = ROLES.find((one) => one === role);
  return known ? t(`inference:prompts.roles.${known}`) : role;
}
