import { Button, Menu, Switch, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBolt,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  AutomationRule,
  AutomationRuleInput,
} from '../../../shared/contract/inbox/automation.contract.ts';
import {
  READY_MADE_RULES,
  type ReadyMadeRule,
  RULES_MAX,
  RUNS_COUNTED_MAX,
  RUNS_KEPT_DAYS,
} from '../../../shared/domain/automation/rules.ts';
import { api } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionsCell, type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../ui/list/data-table.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './automation.module.css';
import { noteRule, type RuleThings, rulesOptions, useRuleThings } from './automation.queries.ts';
import { refreshRules } from './automation.realtime.ts';
import { HoursNotice } from './rule-editor.tsx';
import { ruleSentence } from './rule-sentence.ts';

const columns = (): Column[] => [
  { key: 'on', title: t('automation:columns.on'), width: 76 },
  { key: 'rule', title: t('automation:columns.rule') },
  { key: 'runs', title: t('automation:columns.runs', { count: RUNS_KEPT_DAYS }), width: 190, room: 'medium' },
  { key: 'lastRun', title: t('automation:columns.lastRun'), width: 150, room: 'small' },
];

/** The rules that answer customers and sort conversations: switch them, change them, and add ready-made ones. */
export function AutomationPage() {
  const list = useQuery(rulesOptions());
  const things = useRuleThings();
  const [deleted, setDeleted] = useState<AutomationRule | null>(null);
  const rules = list.data?.data;
  const isFull = rules !== undefined && rules.length >= RULES_MAX;
  const create = (
    <Button
      {...(isFull ? { disabled: true } : { component: Link, to: '/settings/automation/new' })}
      leftSection={<IconPlus size={18} />}
      data-testid="rule-create"
    >
      {t('automation:create')}
    </Button>
  );
  return (
    <PageFrame
      title={t('automation:title')}
      lead={isFull ? t('automation:full', { count: RULES_MAX }) : t('automation:lead')}
      actions={rules && rules.length > 0 && create}
    >
      <ListCard
        query={list}
        errorTitle={t('automation:notLoaded')}
        empty={
          rules?.length === 0 && (
            <EmptyState
              icon={<IconBolt size={26} stroke={1.6} />}
              title={t('automation:empty.title')}
              actions={create}
            >
              {t('automation:empty.text')}
            </EmptyState>
          )
        }
      >
        <DataTable label={t('automation:title')} columns={columns()} actionsWidth={64}>
          {rules ? (
            rules.map((rule, place) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                things={things}
                place={place}
                isLast={place === rules.length - 1}
                onDelete={setDeleted}
              />
            ))
          ) : (
            <SkeletonRows columns={columns()} rows={3} />
          )}
        </DataTable>
      </ListCard>
      {rules && !isFull && <ReadyMade rules={rules} things={things} />}
      <DeleteRule rule={deleted} onClose={() => setDeleted(null)} />
    </PageFrame>
  );
}

function RuleRow({
  rule,
  things,
  place,
  isLast,
  onDelete,
}: {
  rule: AutomationRule;
  things: RuleThings;
  /** Its place in the order, from 0. */
  place: number;
  isLast: boolean;
  onDelete: (rule: AutomationRule) => void;
}) {
  const { id, name, problem, lastRunAt, runCount } = rule;
  const params = { ruleId: id };
  const navigate = useNavigate();
  const moving = useMutation(
    (position: number) => api.automation.move({ params: { id }, body: { position } }),
    {
      onSuccess: (list) => queryClient.setQueryData(rulesOptions().queryKey, list),
      onError: (error) => showErrorToast(t('automation:notMoved'), error),
    },
  );
  return (
    <tr className={OPENING_ROW.row} data-testid="rule-row">
      <td>
        <RuleSwitch rule={rule} />
      </td>
      <td>
        <Link
          to="/settings/automation/$ruleId"
          params={params}
          className={`${OPENING_ROW.opener} ${classes.name}`}
          dir="auto"
        >
          {name}
        </Link>
        <span className={classes.sentence} dir="auto">
          {ruleSentence(rule, things)}
        </span>
        {problem && <span className={classes.broken}>{t(`automation:problems.${problem}`)}</span>}
      </td>
      <td data-room="medium" className={classes.number}>
        {formatCount(runCount, runCount === RUNS_COUNTED_MAX)}
      </td>
      <td data-room="small">
        {lastRunAt ? <RelativeTime time={lastRunAt} inWords /> : t('automation:never')}
      </td>
      <ActionsCell>
        <RowMenu label={t('automation:menu', { name })} testId="rule-menu">
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => void navigate({ to: '/settings/automation/$ruleId', params })}
          >
            {t('automation:edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={16} />}
            onClick={() =>
              void navigate({ to: '/settings/automation/$ruleId', params, search: { tab: 'log' } })
            }
          >
            {t('automation:log.title')}
          </Menu.Item>
          {place > 0 && (
            <Menu.Item
              leftSection={<IconArrowUp size={16} />}
              onClick={() => moving.mutate(place - 1)}
              data-testid="rule-up"
            >
              {t('automation:moveUp')}
            </Menu.Item>
          )}
          {!isLast && (
            <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => moving.mutate(place + 1)}>
              {t('automation:moveDown')}
            </Menu.Item>
          )}
          <Menu.Item
            color="var(--sb-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => onDelete(rule)}
            data-testid="rule-delete"
          >
            {t('automation:delete.confirm')}
          </Menu.Item>
        </RowMenu>
      </ActionsCell>
    </tr>
  );
}

/** Switches a rule on and off. */
export function RuleSwitch({ rule: { id, name, isEnabled } }: { rule: AutomationRule }) {
  const switching = useMutation(
    (isOn: boolean) => api.automation.switch({ params: { id }, body: { isEnabled: isOn } }),
    {
      onSuccess: noteRule,
      onError: (error) => showErrorToast(t('automation:notSwitched'), error),
    },
  );
  return (
    <Switch
      className={classes.switch ?? ''}
      aria-label={t('automation:switch', { name })}
      checked={switching.isPending ? switching.variables === true : isEnabled}
      disabled={switching.isPending}
      onChange={({ currentTarget }) => switching.mutate(currentTarget.checked)}
      data-testid="rule-switch"
    />
  );
}

/** Asks before a rule is deleted with its log. Null keeps it closed. */
export function DeleteRule({
  rule,
  onClose,
  onDeleted,
}: {
  rule: AutomationRule | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const removing = useMutation(
    async () => {
      if (rule) await api.automation.remove({ params: { id: rule.id } });
    },
    {
      onSuccess: () => {
        refreshRules();
        onClose();
        onDeleted?.();
      },
    },
  );
  return (
    <ConfirmModal
      opened={rule !== null}
      title={t('automation:delete.title', { name: rule?.name ?? '' })}
      confirmLabel={t('automation:delete.confirm')}
      mutation={removing}
      onClose={onClose}
    >
      <Text>{t('automation:delete.text')}</Text>
    </ConfirmModal>
  );
}

/** Returns a rule that comes ready-made, in the language of the person. */
function readyMadeRule(kind: ReadyMadeRule): AutomationRuleInput {
  const text = t(`automation:readyMade.${kind}.text`, { name: '{{contact.first_name}}' });
  return {
    name: t(`automation:readyMade.${kind}.name`),
    trigger:
      kind === 'greeting' ? { kind: 'conversation_started', reopened: true } : { kind: 'outside_hours' },
    conditions: [],
    actions: [{ kind: 'text', text }],
    pauseHours: kind === 'greeting' ? 24 : 12,
  };
}

/** The ready-made rules that the workspace does not have yet. */
function ReadyMade({ rules, things }: { rules: readonly AutomationRule[]; things: RuleThings }) {
  const missing = READY_MADE_RULES.filter((kind) => rules.every(({ readyMade }) => readyMade !== kind));
  const adding = useMutation(
    (kind: ReadyMadeRule) =>
      api.automation.create({ body: { ...readyMadeRule(kind), isEnabled: true, readyMade: kind } }),
    { onSuccess: noteRule, toast: ({ name }) => t('automation:readyMade.added', { name }) },
  );
  if (missing.length === 0) return null;
  return (
    <div className={classes.below}>
      <SettingsSection title={t('automation:readyMade.title')}>
        {missing.map((kind) => {
          const rule = readyMadeRule(kind);
          return (
            <div key={kind} className={classes.offer} data-testid={`ready-made-${kind}`}>
              <div>
                <Text fw={600}>{rule.name}</Text>
                <Text size="sm" c="dimmed">
                  {ruleSentence(rule, things)}
                </Text>
                <HoursNotice rule={rule} />
              </div>
              <Button
                variant="default"
                loading={adding.isPending && adding.variables === kind}
                onClick={() => adding.mutate(kind)}
                aria-label={t('automation:readyMade.addNamed', { name: rule.name })}
                data-testid={`ready-made-${kind}-add`}
              >
                {t('automation:readyMade.add')}
              </Button>
            </div>
          );
        })}
        <MutationError mutation={adding} />
      </SettingsSection>
    </div>
  );
}
