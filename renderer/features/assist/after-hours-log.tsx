import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/api.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SettingFailure, SettingSkeletons } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';

/** What saved replies have answered without a person, each with its conversation. */
export function AfterHoursLog() {
  const answers = useQuery(queries.afterHours.answers.queryOptions({ input: {} }));
  return (
    <SettingsSection title={t('assist:afterHours.title')}>
      <p>{t('assist:afterHours.hint')}</p>
      {answers.data === undefined ? (
        answers.error ? (
          <SettingFailure
            title={t('assist:afterHours.notLoaded')}
            message={sentenceOf(answers.error)}
            onRetry={() => void answers.refetch()}
          />
        ) : (
          <SettingSkeletons />
        )
      ) : answers.data.data.length === 0 ? (
        <p data-testid="after-hours-none">{t('assist:afterHours.none')}</p>
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table data-testid="after-hours-log">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('assist:afterHours.contact')}</Table.Th>
                <Table.Th>{t('assist:afterHours.reply')}</Table.Th>
                <Table.Th>{t('assist:afterHours.time')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {answers.data.data.map(({ messageId, conversationId, contactName, savedReplyName, at }) => (
                <Table.Tr key={messageId}>
                  <Table.Td>
                    <Link to="/inbox/{-$conversationId}" params={{ conversationId }} dir="auto">
                      {contactName}
                    </Link>
                  </Table.Td>
                  <Table.Td dir="auto">{savedReplyName ?? t('assist:afterHours.deleted')}</Table.Td>
                  <Table.Td>
                    <RelativeTime time={at} inWords />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </SettingsSection>
  );
}
