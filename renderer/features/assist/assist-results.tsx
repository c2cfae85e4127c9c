import { Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AssistResult, SentMessages } from '../../../shared/contract/assist/assist.contract.ts';
import { ASSIST_FEATURE_NAMES, ASSIST_FEATURES } from '../../../shared/domain/assist/features.ts';
import { measuresOf } from '../../../shared/domain/assist/measures.ts';
import { assistResultsOptions } from '../../lib/assist-settings.ts';
import { formatCount, formatShare, formatSpan } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './assist-results.module.css';

const DAYS = 30;

/** What became of the suggestions of the last 30 days: coverage beside acceptance, because either alone misleads. */
export function AssistResults() {
  const results = useQuery(assistResultsOptions(DAYS));
  const all = inOrder(results.data?.data ?? []);
  const tested = all.filter(({ isTest }) => isTest);
  return (
    <SettingsSection title={t('assist:results.title')}>
      <p>{t('assist:results.hint')}</p>
      {results.data === undefined ? (
        <NotLoadedSettings title={t('assist:results.notLoaded')} query={results} />
      ) : all.length === 0 ? (
        <p data-testid="assist-no-results">{t('assist:results.none')}</p>
      ) : (
        <>
          <Results results={all.filter(({ isTest }) => !isTest)} />
          {tested.length > 0 && (
            <>
              <PartTitle title={t('assist:results.test')} hint={t('assist:results.testHint')} />
              <Results results={tested} isTest />
            </>
          )}
        </>
      )}
      {results.data !== undefined && results.data.messages.sent > 0 && (
        <SentTexts messages={results.data.messages} />
      )}
    </SettingsSection>
  );
}

function PartTitle({ title, hint }: { title: string; hint: string }) {
  return (
    <div>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" mt={4}>
        {hint}
      </Text>
    </div>
  );
}

/** What people have sent: how much of it began as a suggestion, and how long answers took beside one and without. */
function SentTexts({ messages: { sent, began, answers } }: { messages: SentMessages }) {
  return (
    <>
      <PartTitle title={t('assist:sent.title')} hint={t('assist:sent.hint')} />
      <p data-testid="assist-began">
        {t('assist:sent.began', { count: sent, share: formatShare(began / sent) })}
      </p>
      <div>
        <Table
          className={`${classes.table} ${classes.times}`}
          aria-label={t('assist:sent.answers')}
          data-testid="assist-answer-times"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('assist:sent.answers')}</Table.Th>
              <Table.Th ta="right">{t('assist:sent.answered')}</Table.Th>
              <Table.Th ta="right">{t('assist:sent.median')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(['shown', 'notShown'] as const).map((name) => {
              const { count, medianSeconds } = answers[name];
              return (
                <Table.Tr key={name}>
                  <Table.Td>{t(`assist:sent.${name}`)}</Table.Td>
                  <Table.Td ta="right">{formatCount(count)}</Table.Td>
                  <Table.Td ta="right">
                    {medianSeconds === null ? '—' : formatSpan(1_000 * medianSeconds)}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed" mt={8}>
          {t('assist:sent.notCausal')}
        </Text>
      </div>
    </>
  );
}

/** Returns the results in the order in which the page lists the features. */
function inOrder(results: readonly AssistResult[]): AssistResult[] {
  const placeOf = ({ feature }: AssistResult) => ASSIST_FEATURE_NAMES.indexOf(feature);
  return results.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What people saw, or what they would have seen: never both in one table. */
function Results({ results, isTest = false }: { results: readonly AssistResult[]; isTest?: boolean }) {
  if (results.length === 0) return null;
  return (
    <Table.ScrollContainer
      minWidth={680}
      // A part that scrolls must be reachable by keyboard.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table
        className={classes.table}
        aria-label={t(isTest ? 'assist:results.test' : 'assist:results.title')}
        data-testid={isTest ? 'assist-test-results' : 'assist-results'}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('assist:results.feature')}</Table.Th>
            <Table.Th ta="right">{t('assist:results.offered')}</Table.Th>
            <Table.Th ta="right">{t('assist:results.coverage')}</Table.Th>
            <Table.Th ta="right">{t('assist:results.accepted')}</Table.Th>
            <Table.Th ta="right">{t('assist:results.edited')}</Table.Th>
            <Table.Th ta="right">{t('assist:results.dismissed')}</Table.Th>
            <Table.Th ta="right">{t('assist:results.corrected')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((result) => (
            <ResultRow key={`${result.feature} ${result.model}`} result={result} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ResultRow({ result: { feature, model, isTest, outcomes } }: { result: AssistResult }) {
  const { offered, coverage, accepted, edited, dismissed, corrected } = measuresOf(feature, outcomes, isTest);
  // While no model was there, it could offer nothing.
  const by = model === '' && ASSIST_FEATURES[feature].model ? t('assist:results.noModel') : model;
  return (
    <Table.Tr data-testid={`assist-result-${feature}`}>
      <Table.Td>
        {t(`assist:features.${feature}.name`)}
        {by !== '' && ` · ${by}`}
      </Table.Td>
      <Table.Td ta="right">{formatCount(offered)}</Table.Td>
      {Object.entries({ coverage, accepted, edited, dismissed, corrected }).map(([name, share]) => (
        <Table.Td key={name} ta="right">
          {percentOf(share)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Returns a share as the table shows it: a dash where it would say nothing. */
function percentOf(share: number | null): string {
  return share === null ? '—' : t('assist:results.share', { percent: Math.round(100 * share) });
}
