import { ActionIcon, Button, Progress } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClockPause,
  IconMail,
  IconTag,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { openPicker, type PickerKind } from '../work/picker.store.ts';
import { clearSelection, select, useSelection } from '../work/selection.store.ts';
import { useWork } from '../work/use-work.ts';
import { useWorkProgress } from '../work/work.actions.ts';
import { WorkAction } from '../work/work-action.tsx';
import { WorkPicker } from '../work/work-picker.tsx';
import classes from './bulk-bar.module.css';
import { useConversations } from './conversations.store.ts';
import { shownList } from './shown-order.ts';

const BUTTON = { variant: 'default', className: classes.action } as const;

/** What can be done with the selected conversations. It takes the place of the bar above the list. */
export function BulkBar() {
  const ids = [...useSelection((state) => state.ids)];
  const isAnyOpen = useConversations(({ byId }) => ids.some((id) => byId[id]?.status === 'open'));
  const progress = useWorkProgress();
  const { change, toggleClosed } = useWork();
  const pick = (kind: PickerKind) => openPicker(kind, 'selection', ids);
  const toggle = isAnyOpen ? t('inbox:work.close') : t('inbox:work.reopen');
  const ToggleIcon = isAnyOpen ? IconCircleCheck : IconArrowBackUp;

  return (
    <header className={classes.bar} data-testid="bulk-bar">
      <div className={classes.top}>
        <ActionIcon
          size={26}
          aria-label={t('inbox:work.bulk.clear')}
          onClick={clearSelection}
          data-testid="bulk-clear"
        >
          <IconX size={18} />
        </ActionIcon>
        <span className={classes.count} role="status">
          {t('inbox:work.bulk.selected', { count: ids.length, number: formatCount(ids.length) })}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => select(shownList().ids)}
          data-testid="bulk-all"
        >
          {t('inbox:work.bulk.all')}
        </Button>
      </div>
      {progress.total === null ? (
        <WorkPicker place="selection">
          <div className={classes.actions} role="toolbar" aria-label={t('inbox:work.bulk.label')}>
            <WorkAction
              {...BUTTON}
              label={toggle}
              command="conversation.close"
              testId="bulk-close"
              onClick={() => toggleClosed(ids)}
            >
              <ToggleIcon size={20} />
            </WorkAction>
            <WorkAction
              {...BUTTON}
              label={t('inbox:work.snooze')}
              command="conversation.snooze"
              testId="bulk-snooze"
              onClick={() => pick('snooze')}
            >
              <IconClockPause size={20} />
            </WorkAction>
            <WorkAction
              {...BUTTON}
              label={t('inbox:work.assign')}
              command="conversation.assign"
              testId="bulk-assign"
              onClick={() => pick('assign')}
            >
              <IconUserPlus size={20} />
            </WorkAction>
            <WorkAction
              {...BUTTON}
              label={t('inbox:work.label')}
              command="conversation.label"
              testId="bulk-label"
              onClick={() => pick('label')}
            >
              <IconTag size={20} />
            </WorkAction>
            <WorkAction
              {...BUTTON}
              label={t('inbox:work.markUnread')}
              command="conversation.unread"
              testId="bulk-unread"
              onClick={() => void change(ids, { unread: true })}
            >
              <IconMail size={20} />
            </WorkAction>
          </div>
        </WorkPicker>
      ) : (
        <div className={classes.progress}>
          <span className={classes.count}>
            {t('inbox:work.bulk.progress', {
              done: formatCount(progress.done),
              total: formatCount(progress.total),
            })}
          </span>
          <Progress value={(progress.done / progress.total) * 100} aria-label={t('inbox:work.bulk.label')} />
        </div>
      )}
    </header>
  );
}
