import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { COMMAND_GROUPS, COMMAND_IDS, type CommandId, commandOf } from '../../lib/commands/commands.ts';
import {
  changeKeys,
  clashOf,
  restoreKeys,
  switchSingleKeys,
  useCustomKeys,
} from '../../lib/commands/custom-keys.store.ts';
import { isFocusKey, writeKeys } from '../../lib/commands/keys.ts';
import { t } from '../../lib/i18n.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import { KeyRecorder } from './key-recorder.tsx';
import classes from './shortcuts.module.css';

/** The keys of all commands, which the person can change on this device. */
export function ShortcutsPage() {
  const { changed, hasSingleKeys } = useCustomKeys();
  const singleId = useId();
  return (
    <PageFrame
      title={t('commands:settings.title')}
      lead={t('commands:settings.lead')}
      actions={
        <Button
          variant="default"
          disabled={Object.keys(changed).length === 0 && hasSingleKeys}
          onClick={restoreKeys}
          data-testid="restore-keys"
        >
          {t('commands:settings.restoreAll')}
        </Button>
      }
    >
      <SettingsSection title={t('commands:settings.typing')}>
        <SettingRow
          label={t('commands:settings.singleKeys')}
          labelId={singleId}
          description={t('commands:settings.singleKeysHint')}
        >
          <Switch
            aria-labelledby={singleId}
            checked={hasSingleKeys}
            onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
            data-testid="single-keys"
          />
        </SettingRow>
      </SettingsSection>
      {COMMAND_GROUPS.map((group) => (
        <SettingsSection key={group} title={t(`commands:groups.${group}`)}>
          {COMMAND_IDS.filter((id) => commandOf(id).group === group).map((id) => (
            <CommandRow key={id} id={id} chosen={changed[id] ?? null} />
          ))}
        </SettingsSection>
      ))}
    </PageFrame>
  );
}

/** What was recorded for a command and is not taken over: it cannot be used, or another command has it. */
type Problem = { message: string; taken?: { keys: string; by: CommandId } };

function CommandRow({ id, chosen }: { id: CommandId; chosen: readonly string[] | null }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { keys: defaults, isFixed = false } = commandOf(id);
  const keys = chosen ?? defaults;
  const title = t(`commands:titles.${id}`);
  // Arrows stay as they are beside a key that was changed.
  const others = defaults.filter((one) => isFocusKey(one));

  function record(recorded: string | null): void {
    const by = recorded === null ? null : clashOf(id, recorded);
    if (recorded === null) accept([]);
    else if (by === null) accept([recorded, ...others]);
    else {
      const command = t(`commands:titles.${by}`);
      const message = t('commands:settings.taken', { keys: writeKeys(recorded), command });
      setProblem(commandOf(by).isFixed ? { message } : { message, taken: { keys: recorded, by } });
    }
  }

  function accept(next: readonly string[]): void {
    setProblem(null);
    changeKeys(id, next);
  }

  function takeOver({ keys: taken, by }: NonNullable<Problem['taken']>): void {
    const left = useCustomKeys.getState().changed[by] ?? commandOf(by).keys;
    changeKeys(
      by,
      left.filter((one) => !`${one} `.startsWith(`${taken} `) && !`${taken} `.startsWith(`${one} `)),
    );
    accept([taken, ...others]);
  }

  return (
    <SettingRow
      label={title}
      description={isFixed ? t('commands:settings.fixed') : null}
      problem={problem?.message}
      isOneLine
    >
      <div className={classes.control} data-testid={`keys-${id}`}>
        {problem?.taken && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => problem.taken && takeOver(problem.taken)}
          >
            {t('commands:settings.takeOver')}
          </Button>
        )}
        {isFixed ? (
          keys.map((one) => <KeyCaps key={one} keys={one} />)
        ) : (
          <KeyRecorder
            label={title}
            keys={keys}
            onRecord={record}
            onReject={(message) => setProblem(message === null ? null : { message })}
          />
        )}
        {chosen !== null && (
          <Tooltip label={t('commands:settings.restore')}>
            <ActionIcon
              aria-label={t('commands:settings.restoreOf', { command: title })}
              onClick={() => {
                setProblem(null);
                changeKeys(id, null);
              }}
            >
              <IconRestore size={17} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </SettingRow>
  );
}
