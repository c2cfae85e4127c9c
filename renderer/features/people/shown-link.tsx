import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { serverOrigin } from '../../lib/api/server-address.ts';
import { formatFull } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { SecretValue } from '../../ui/code/secret-value.tsx';

/** A link that was just created: the only time that it is shown. */
export interface ShownLink {
  kind: 'invitation' | 'reset';
  /** Who it is for: an email address or a name. */
  person: string;
  url: string;
  expiresAt: string;
}

/** Shows a link, once, to copy. Esc and clicks outside do not close it. Null keeps it closed. */
export function LinkModal({ link, onClose }: { link: ShownLink | null; onClose: () => void }) {
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title={link && t(`people:link.title.${link.kind}`)}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {link && (
        <Stack>
          <Text size="sm">
            <Trans
              t={t}
              i18nKey={`people:link.text.${link.kind}`}
              values={{ person: link.person, time: formatFull(link.expiresAt) }}
            />
          </Text>
          <SecretValue value={reachable(link.url)} testId="access-link" />
          <Text size="sm" c="dimmed">
            {t('people:link.onlyOnce')}
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose} data-testid="access-link-done">
              {t('actions.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** Replaces the host of a server without a public address by the one that this person has reached it at. */
function reachable(link: string): string {
  const url = new URL(link);
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) return link;
  return new URL(`${url.pathname}${url.hash}`, serverOrigin()).href;
}
