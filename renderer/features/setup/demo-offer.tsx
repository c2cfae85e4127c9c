import { Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { type DemoLogin, showDemoLogin } from '../../lib/demo-login.store.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';
import { retryWhileStarting } from './retry-while-starting.ts';

/** Loads the demo: a workspace full of sample conversations. */
export function DemoOffer({
  setupCode,
  onEnter,
}: {
  /** The setup code, if the server requires one. */
  setupCode: string | undefined;
  onEnter: (session: Session) => void;
}) {
  const loadDemo = (): Promise<Session & { demo: DemoLogin }> =>
    retryWhileStarting(() => api.session.setupDemo({ body: { setupCode } }));
  const loading = useMutation(loadDemo, {
    onSuccess: ({ demo, ...session }) => {
      showDemoLogin(demo);
      onEnter(session);
    },
  });

  return (
    <Stack gap="xs">
      <MutationButton
        variant="default"
        size="md"
        leftSection={<IconSparkles size={18} />}
        mutation={loading}
        data-testid="setup-demo"
      >
        {t('setup:demo.load')}
      </MutationButton>
      <Text size="sm" c="dimmed" ta="center">
        {t('setup:demo.content')}
      </Text>
      <MutationError mutation={loading} />
    </Stack>
  );
}
