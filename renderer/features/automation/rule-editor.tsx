import { ActionIcon, Anchor, Button, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { AutomationRuleInput } from '../../../shared/contract/inbox/automation.contract.ts';
import {
  RULE_ACTIONS_MAX,
  RULE_CONDITIONS_MAX,
  RULE_PAUSE_HOURS_MAX,
} from '../../../shared/domain/automation/rules.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoaded } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ActionRow } from './action-row.tsx';
import classes from './automation.module.css';
import { hoursOptions, type RuleThings } from './automation.queries.ts';
import { HoursChip } from './chips.tsx';
import { ConditionRow, TriggerRow } from './condition-row.tsx';
import { actionOf, conditionOf, isSending, SENDING_PAUSE_HOURS } from './rule-parts.ts';
import { hoursText } from './rule-sentence.ts';

const PAUSES = [1, 4, 12, 24, 72, 168, RULE_PAUSE_HOURS_MAX];

/** What is wrong with each place of a rule, such as `trigger` and `actions.0`. */
export type Problems = Readonly<Record<string, string>>;

/** A rule as a sentence whose parts can be changed: when, and, then. */
export function RuleEditor({
  rule,
  things,
  problems,
  onChange,
}: {
  rule: AutomationRuleInput;
  things: RuleThings;
  problems: Problems;
  onChange: (rule: AutomationRuleInput) => void;
}) {
  const { name, trigger, conditions, actions, pauseHours } = rule;
  const conditionKeys = useKeys(conditions.length);
  const actionKeys = useKeys(actions.length);
  const pauses = isSending(rule) ? PAUSES : [0, ...PAUSES];

  function changeActions(changed: AutomationRuleInput['actions']): void {
    const isNowSending = isSending({ actions: changed }) && pauseHours === 0;
    onChange({ ...rule, actions: changed, ...(isNowSending && { pauseHours: SENDING_PAUSE_HOURS }) });
  }

  return (
    <div className={classes.editor}>
      <TextInput
        label={t('automation:name')}
        required
        maxLength={80}
        maw={480}
        autoComplete="off"
        dir="auto"
        value={name}
        error={problems.name}
        onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
        data-testid="rule-name"
      />
      <Clause title={t('automation:when')}>
        <Row problem={problems.trigger}>
          <TriggerRow
            trigger={trigger}
            things={things}
            isWrong={problems.trigger !== undefined}
            onChange={(changed) => onChange({ ...rule, trigger: changed })}
          />
        </Row>
        <HoursNotice rule={rule} />
      </Clause>
      <Clause title={t('automation:and')}>
        {conditions.map((condition, index) => (
          <Row
            key={conditionKeys.keys[index]}
            problem={problems[`conditions.${index}`]}
            onRemove={() => {
              conditionKeys.remove(index);
              onChange({ ...rule, conditions: conditions.toSpliced(index, 1) });
            }}
          >
            <ConditionRow
              condition={condition}
              things={things}
              isWrong={problems[`conditions.${index}`] !== undefined}
              onChange={(changed) => onChange({ ...rule, conditions: conditions.with(index, changed) })}
            />
          </Row>
        ))}
        {conditions.length < RULE_CONDITIONS_MAX && (
          <AddButton
            onClick={() => onChange({ ...rule, conditions: [...conditions, conditionOf('label', null)] })}
            testId="rule-add-condition"
          >
            {t('automation:editor.addCondition')}
          </AddButton>
        )}
      </Clause>
      <Clause title={t('automation:then')} problem={problems.actions}>
        {actions.map((action, index) => (
          <Row
            key={actionKeys.keys[index]}
            problem={problems[`actions.${index}`]}
            onRemove={() => {
              actionKeys.remove(index);
              changeActions(actions.toSpliced(index, 1));
            }}
          >
            <ActionRow
              action={action}
              things={things}
              isWrong={problems[`actions.${index}`] !== undefined}
              onChange={(changed) => changeActions(actions.with(index, changed))}
            />
          </Row>
        ))}
        {actions.length < RULE_ACTIONS_MAX && (
          <AddButton onClick={() => changeActions([...actions, actionOf('text')])} testId="rule-add-action">
            {t('automation:editor.addAction')}
          </AddButton>
        )}
      </Clause>
      <Clause title={t('automation:often')}>
        <Row problem={problems.pauseHours}>
          <HoursChip
            label={t('automation:editor.pause')}
            hours={pauseHours}
            max={RULE_PAUSE_HOURS_MAX}
            offered={pauses}
            textOf={pauseText}
            onChange={(hours) => onChange({ ...rule, pauseHours: hours })}
            testId="rule-pause"
          />
        </Row>
      </Clause>
    </div>
  );
}

const pauseText = (hours: number) =>
  hours === 0 ? t('automation:pause.none') : t('automation:pause.once', { time: hoursText(hours) });

/** Keeps a key for each of the rows, so that a removed row takes its state along. */
function useKeys(length: number) {
  const next = useRef(0);
  const [keys, setKeys] = useState<readonly number[]>([]);
  if (keys.length < length) {
    const added = Array.from({ length: length - keys.length }, () => {
      next.current += 1;
      return next.current;
    });
    setKeys([...keys, ...added]);
  }
  return { keys, remove: (index: number) => setKeys(keys.toSpliced(index, 1)) };
}

/** One of the parts of the sentence, with its first word. */
function Clause({ title, problem, children }: { title: string; problem?: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={classes.clause} aria-labelledby={id}>
      <div id={id} className={classes.lead}>
        {title}
      </div>
      <div className={classes.rows}>
        {children}
        {problem && <Problem>{problem}</Problem>}
      </div>
    </fieldset>
  );
}

function Row({
  problem,
  onRemove,
  children,
}: {
  problem: string | undefined;
  onRemove?: () => void;
  children: ReactNode;
}) {
  return (
    <div className={classes.row}>
      <div className={classes.parts}>
        {children}
        {problem && <Problem>{problem}</Problem>}
      </div>
      {onRemove && (
        <ActionIcon size={32} aria-label={t('automation:editor.remove')} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function Problem({ children }: { children: string }) {
  return (
    <Text component="span" size="xs" c="var(--sb-bad)" role="alert" className={classes.problem}>
      {children}
    </Text>
  );
}

function AddButton({ onClick, testId, children }: { onClick: () => void; testId: string; children: string }) {
  return (
    <Button
      className={classes.add ?? ''}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={15} />}
      onClick={onClick}
      data-testid={testId}
    >
      {children}
    </Button>
  );
}

/** Warns that the rule is about business hours that nobody has set: it is always open. */
export function HoursNotice({ rule: { trigger, conditions } }: { rule: AutomationRuleInput }) {
  const isAsked = trigger.kind === 'outside_hours' || conditions.some(({ kind }) => kind === 'hours');
  const hours = useQuery({ ...hoursOptions(), enabled: isAsked });
  if (!isAsked) return null;
  if (!hours.data) return <NotLoaded title={t('business-hours:notLoaded')} query={hours} />;
  if (hours.data.hours !== null) return null;
  return (
    <Notice tone="warn">
      {t('automation:noHours')}{' '}
      <Anchor component={Link} to="/settings/business-hours" inherit>
        {t('automation:setHours')}
      </Anchor>
    </Notice>
  );
}
