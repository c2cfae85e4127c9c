import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AssistResult } from '../../../shared/contract/assist/assist.contract.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { assistResultsOptions } from '../../lib/assist-settings.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { SettingFailure, SettingSkeletons } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';

const DAYS = 30;

/** What became of the suggestions of the last 30 days: coverage beside acceptance, because either alone misleads. */
export function AssistResults() {
  const results = useQuery(assistResultsOptions(DAYS));
  return (
    <SettingsSection title={t('assist:results.title')}>
      <p>{t('assist:results.hint')}</p>
      {results.data === undefined ? (
        results.error ? (
          <SettingFailure
            title={t('assist:results.notLoaded')}
            message={sentenceOf(results.error)}
            onRetry={() => void results.refetch()}
          />
        ) : (
          <SettingSkeletons />
        )
      ) : results.data.data.length === 0 ? (
        <p data-testid="assist-no-results">{t('assist:results.none')}</p>
      ) : (
        <Table.ScrollContainer
          minWidth={460}
          // A part that scrolls must be reachable by keyboard.
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table data-testid="assist-results">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('assist:results.feature')}</Table.Th>
                <Table.Th ta="right">{t('assist:results.shown')}</Table.Th>
                <Table.Th ta="right">{t('assist:results.coverage')}</Table.Th>
                <Table.Th ta="right">{t('assist:results.accepted')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {results.data.data.map((result) => (
                <ResultRow key={`${result.feature} ${result.model}`} result={result} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </SettingsSection>
  );
}

function ResultRow({ result: { feature, model, outcomes } }: { result: AssistResult }) {
  const accepted = outcomes.unedited + outcomes.light;
  return (
    <Table.Tr>
      <Table.Td>
        {t(`assist:features.${feature}.name`)}
        {model !== '' && ` · ${model}`}
      </Table.Td>
      <Table.Td ta="right">{formatCount(outcomes.shown)}</Table.Td>
      <Table.Td ta="right">{share(outcomes.shown, outcomes.eligible)}</Table.Td>
      <Table.Td ta="right">{share(accepted, outcomes.shown)}</Table.Td>
    </Table.Tr>
  );
}

function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  return t('assist:results.share', { percent: Math.round((100 * Math.min(part, whole)) / whole) });
}
