import { Button, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AutomationRuleInput, RuleTest } from '../../../shared/contract/inbox/automation.contract.ts';
import {
  RUN_REASONS,
  type RunReason,
  TEST_DAYS,
  type TestReason,
} from '../../../shared/domain/automation/rules.ts';
import { api } from '../../lib/api/api.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount, formatDate } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './automation.module.css';
import { gapsOf } from './rule-parts.ts';

const columns = (): Column[] => [
  { key: 'message', title: t('automation:test.message') },
  { key: 'result', title: t('automation:log.result'), width: 220 },
];

/** Runs the rule over past messages, and lists what it would have done. */
export function RuleTestBench({
  rule,
  onGaps,
}: {
  rule: AutomationRuleInput;
  /** Shows what is missing in the rule. */
  onGaps: () => void;
}) {
  const [found, setFound] = useState<{ test: RuleTest; of: string } | null>(null);
  // A test does not depend on the name.
  const tested = { ...rule, name: rule.name.trim() || '-' };
  const of = JSON.stringify({ ...rule, name: '' });
  // With the rule that it was asked about, which may have been changed by the time of the answer.
  const testing = useMutation(async () => ({ of, test: await api.automation.test({ body: tested }) }), {
    onSuccess: setFound,
  });
  return (
    <SettingsSection title={t('automation:test.title')}>
      <div className={classes.testHead}>
        <Text size="sm" c="dimmed" maw="60ch">
          {t('automation:test.lead', { count: TEST_DAYS })}
        </Text>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={testing.isPending}
          onClick={() => (gapsOf(tested).length > 0 ? onGaps() : testing.mutate())}
          data-testid="rule-test"
        >
          {t('automation:test.run')}
        </Button>
      </div>
      <MutationError mutation={testing} />
      {found && <TestResult test={found.test} isOld={found.of !== of} />}
    </SettingsSection>
  );
}

function TestResult({ test, isOld }: { test: RuleTest; isOld: boolean }) {
  const { messages, isComplete, since, matched, runs, skipped, samples } = test;
  return (
    <div className={classes.test} data-old={isOld || undefined} data-testid="rule-test-result">
      <div role="status">
        <Text fw={600}>
          {runs === 0
            ? t('automation:test.never')
            : t('automation:test.runs', { count: runs, number: formatCount(runs) })}
        </Text>
        <Text size="sm" c="dimmed">
          {isOld && `${t('automation:test.old')} `}
          {t(isComplete ? 'automation:test.read' : 'automation:test.readPart', {
            count: messages,
            number: formatCount(messages),
            date: formatDate(since),
          })}
        </Text>
        {matched > runs && (
          <Text size="sm" c="dimmed">
            {t('automation:test.skipped')}{' '}
            {skipped.map(({ reason, count }) => `${reasonText(reason)} (${formatCount(count)})`).join(', ')}
          </Text>
        )}
      </div>
      {samples.length > 0 && (
        <DataTable label={t('automation:test.title')} columns={columns()}>
          {samples.map(({ contact, conversationId, text, at, reason }) => (
            <tr key={`${conversationId} ${at}`} data-testid="rule-test-row">
              <td dir="auto">
                <Link className={classes.link} to="/inbox/{-$conversationId}" params={{ conversationId }}>
                  {contactTitle(contact)}
                </Link>
                <span className={classes.what}>
                  <RelativeTime time={at} inWords />
                </span>
                {text !== null && <span className={classes.what}>{text}</span>}
              </td>
              <td>{reason === null ? t('automation:test.would') : reasonText(reason)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </div>
  );
}

const isOfRun = (reason: TestReason): reason is RunReason =>
  (RUN_REASONS as readonly string[]).includes(reason);

function reasonText(reason: TestReason): string {
  return isOfRun(reason) ? t(`automation:reasons.${reason}`) : t(`automation:actionReasons.${reason}`);
}
