import { Select, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ActionResult,
  AutomationRule,
  AutomationRun,
} from '../../../shared/contract/inbox/automation.contract.ts';
import { RUN_RESULTS, RUNS_KEPT_DAYS, type RunResult } from '../../../shared/domain/automation/rules.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { t } from '../../lib/i18n.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './automation.module.css';
import { type RuleThings, runsOptions } from './automation.queries.ts';
import { unmetCondition } from './rule-parts.ts';
import { conditionText } from './rule-sentence.ts';

const columns = (): Column[] => [
  { key: 'contact', title: t('automation:log.contact') },
  { key: 'result', title: t('automation:log.result') },
];

/** What a rule has done: for whom, when, and what came of it. */
export function RuleLog({ rule, things }: { rule: AutomationRule; things: RuleThings }) {
  const [result, setResult] = useState<RunResult | null>(null);
  const list = useInfiniteQuery(runsOptions(rule.id, result));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Stack gap="sm">
      <Select
        aria-label={t('automation:log.filter')}
        placeholder={t('automation:log.all')}
        w={220}
        clearable
        clearButtonProps={{ 'aria-label': t('automation:log.all') }}
        data={RUN_RESULTS.map((value) => ({ value, label: t(`automation:results.${value}`) }))}
        value={result}
        onChange={setResult}
      />
      <ListCard
        query={list}
        more={t('automation:log.more')}
        errorTitle={t('automation:log.notLoaded')}
        empty={
          rows?.length === 0 && (
            <EmptyState icon={<IconHistory size={26} stroke={1.6} />} title={t('automation:log.none')}>
              {result === null ? t('automation:log.noneText', { count: RUNS_KEPT_DAYS }) : null}
            </EmptyState>
          )
        }
      >
        <DataTable label={t('automation:log.title')} columns={columns()}>
          {rows === undefined ? (
            <SkeletonRows columns={columns()} hasActions={false} />
          ) : (
            rows.map((run) => (
              <tr key={run.id} data-testid="rule-run">
                <td dir="auto">
                  <Link
                    className={classes.link}
                    to="/inbox/{-$conversationId}"
                    params={{ conversationId: run.conversationId }}
                    search={run.messageId ? { message: run.messageId } : {}}
                  >
                    {contactTitle(run.contact)}
                  </Link>
                  <span className={classes.what}>
                    <RelativeTime time={run.createdAt} inWords />
                  </span>
                </td>
                <td>
                  <DotBadge className={classes.result} data-result={run.result}>
                    {t(`automation:results.${run.result}`)}
                  </DotBadge>
                  <span className={classes.what}>{whatOf(run, rule, things)}</span>
                </td>
              </tr>
            ))
          )}
        </DataTable>
      </ListCard>
    </Stack>
  );
}

/** Returns what a run did, or why it did nothing. */
function whatOf(run: AutomationRun, rule: AutomationRule, things: RuleThings): string {
  const { reason, actions } = run;
  if (reason === 'condition') {
    const unmet = unmetCondition(run, rule);
    return unmet
      ? t('automation:log.unmet', { condition: conditionText(unmet, things) })
      : t('automation:log.unmetBefore');
  }
  if (reason !== null && actions.length === 0) return t(`automation:reasons.${reason}`);
  return actions.map(actionResultText).join(' · ');
}

function actionResultText({ kind, result, reason }: ActionResult): string {
  const action = t(`automation:did.${kind}`);
  return result === 'done' || reason === null
    ? action
    : t('automation:log.skippedAction', { action, reason: t(`automation:actionReasons.${reason}`) });
}
