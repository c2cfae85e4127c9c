import { Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { api } from '../../lib/api/api.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { type DemoLogin, showDemoLogin } from '../../lib/demo-login.store.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationButton, MutationError } from '../../ui/mutation-button.tsx';

/** Loads the demo: a workspace full of sample conversations. */
export function DemoOffer({
  setupCode,
  onEnter,
}: {
  /** The setup code, if the server requires one. */
  setupCode: string | undefined;
  onEnter: (session: Session) => void;
}) {
  const loading = useMutation(() => loadDemo(setupCode), {
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

const RETRY_FOR_MS = 30_000;
/** The server allows 10 of these calls a minute. */
const RETRY_MS = 2_000;

/**
 * Loads the demo. Retries for a while, because the first call can start the sandbox and restart the server,
 * which is unavailable in between.
 */
async function loadDemo(setupCode: string | undefined): Promise<Session & { demo: DemoLogin }> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await api.session.setupDemo({ body: { setupCode } });
    } catch (error) {
      const { code } = asApiError(error);
      const isStarting = code === 'unavailable' || code === 'network';
      if (!isStarting || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
