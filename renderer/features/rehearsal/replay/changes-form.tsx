import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ReplayChanges } from '../../../../shared/contract/assist/replays.contract.ts';
import { TEXT_MAX } from '../../../../shared/domain/message-limits.ts';
import { REPLAY_CHANGES_MAX } from '../../../../shared/domain/rehearsal/replay.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { randomId } from '../../../lib/random-id.ts';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { QuietTag } from '../../../ui/quiet-tag.tsx';
import { refreshReplays } from '../rehearsal.realtime.ts';
import classes from './replay.module.css';

interface Reply {
  id: string;
  name: string;
  content: string;
}

/** A change that is being written. `replyId` is null for a reply that the workspace does not have. */
interface Change {
  key: string;
  replyId: string | null;
  name: string;
  content: string;
  isRemoved: boolean;
}

/** Writes changes of saved replies, which are only tried, and starts a replay with them. */
export function ChangesForm({
  replies,
  hint,
  startLabel,
  obstacle,
  mayBeEmpty = false,
  start,
  onStarted,
  children,
}: {
  replies: readonly Reply[];
  hint: string;
  startLabel: string;
  /** Why none can be started now. */
  obstacle: string | null;
  /** Whether a replay without changes says anything. */
  mayBeEmpty?: boolean;
  start: (changes: ReplayChanges) => Promise<{ id: string }>;
  onStarted: (id: string) => void;
  /** What else is chosen. */
  children?: ReactNode;
}) {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const starting = useMutation(() => start(bodyOf(changes)), {
    onSuccess: ({ id }) => {
      onStarted(id);
      refreshReplays();
    },
  });
  const change = (key: string, part: Partial<Change>) =>
    setChanges(changes.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const isFull = changes.length >= REPLAY_CHANGES_MAX;
  const isIncomplete = changes.some(
    ({ name, content, isRemoved }) => !isRemoved && (name.trim() === '' || content.trim() === ''),
  );
  const others = replies.filter(({ id }) => changes.every(({ replyId }) => replyId !== id));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        starting.mutate();
      }}
      className={classes.form}
      data-testid="replay-form"
    >
      <Text size="sm" c="dimmed" maw="68ch">
        {hint}
      </Text>
      {changes.map((one) => (
        <ChangeRow
          key={one.key}
          change={one}
          onChange={(part) => change(one.key, part)}
          onDrop={() => setChanges(changes.filter(({ key }) => key !== one.key))}
        />
      ))}
      <Group gap="sm" align="flex-end">
        <Select
          className={classes.pick ?? ''}
          label={t('replays:changes.change')}
          placeholder={t('replays:changes.pick')}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          searchable
          disabled={isFull || others.length === 0}
          nothingFoundMessage={t('replays:changes.noMatch')}
          onChange={(id) => {
            const reply = replies.find((known) => known.id === id);
            if (!reply) return;
            const { name, content } = reply;
            setChanges([...changes, { key: reply.id, replyId: reply.id, name, content, isRemoved: false }]);
          }}
          data-testid="replay-pick"
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={isFull}
          onClick={() =>
            setChanges([
              ...changes,
              { key: randomId(), replyId: null, name: '', content: '', isRemoved: false },
            ])
          }
          data-testid="replay-add"
        >
          {t('replays:changes.add')}
        </Button>
      </Group>
      {children}
      <MutationError mutation={starting} />
      <Group>
        <Button
          type="submit"
          leftSection={<IconPlayerPlay size={18} />}
          disabled={obstacle !== null || (changes.length === 0 && !mayBeEmpty) || isIncomplete}
          loading={starting.isPending}
          data-testid="replay-start"
        >
          {startLabel}
        </Button>
        {obstacle !== null && (
          <Text size="sm" c="dimmed" data-testid="replay-obstacle">
            {obstacle}
          </Text>
        )}
      </Group>
    </form>
  );
}

function ChangeRow({
  change: { replyId, name, content, isRemoved },
  onChange,
  onDrop,
}: {
  change: Change;
  onChange: (part: Partial<Change>) => void;
  onDrop: () => void;
}) {
  const kind = replyId === null ? 'added' : isRemoved ? 'removed' : 'changed';
  return (
    <div className={classes.change} data-testid={`replay-${kind}`}>
      <div className={classes.changeHead}>
        {replyId === null ? (
          <TextInput
            className={classes.name ?? ''}
            aria-label={t('replays:changes.name')}
            placeholder={t('replays:changes.name')}
            maxLength={60}
            value={name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            data-testid="replay-name"
          />
        ) : (
          <Text fw={550} dir="auto" className={classes.replyName ?? ''}>
            {name}
          </Text>
        )}
        <QuietTag>{t(`replays:changes.${kind}`)}</QuietTag>
        <span className={classes.space} />
        {replyId !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ isRemoved: !isRemoved })}>
            {t(isRemoved ? 'replays:changes.keep' : 'replays:changes.leaveOut')}
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconX size={14} />}
          onClick={onDrop}
          data-testid="replay-drop"
        >
          {t('replays:changes.drop')}
        </Button>
      </div>
      {!isRemoved && (
        <Textarea
          aria-label={t('replays:changes.text', { name })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={TEXT_MAX}
          value={content}
          onChange={(event) => onChange({ content: event.currentTarget.value })}
          data-testid="replay-text"
        />
      )}
    </div>
  );
}

function bodyOf(changes: readonly Change[]): ReplayChanges {
  return {
    added: changes
      .filter(({ replyId }) => replyId === null)
      .map(({ name, content }) => ({ name: name.trim(), content })),
    changed: changes.flatMap(({ replyId, content, isRemoved }) =>
      replyId !== null && !isRemoved ? [{ id: replyId, content }] : [],
    ),
    removed: changes.flatMap(({ replyId, isRemoved }) => (replyId !== null && isRemoved ? [replyId] : [])),
  };
}
