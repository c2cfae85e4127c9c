import { Button, Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import { api } from '../../lib/api.ts';
import { asApiError, sentenceOf } from '../../lib/api-error.ts';
import { type DemoLogin, showDemoLogin } from '../../lib/demo-login.store.ts';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/notice.tsx';

/** Loads the demo: a workspace full of sample conversations. */
export function DemoOffer({
  setupCode,
  onEnter,
}: {
  /** What was typed as the setup code, where the server asks for it. */
  setupCode: string | undefined;
  onEnter: (session: Session) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function handleLoad(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const { demo, ...session } = await loadDemo(setupCode);
      showDemoLogin(demo);
      onEnter(session);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack gap="xs">
      <Button
        variant="default"
        size="md"
        leftSection={<IconSparkles size={18} />}
        loading={isBusy}
        onClick={handleLoad}
        data-testid="setup-demo"
      >
        {t('setup:demo.load')}
      </Button>
      <Text size="sm" c="dimmed" ta="center">
        {t('setup:demo.content')}
      </Text>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
    </Stack>
  );
}

const PATIENCE_MS = 30_000;
/** The server counts these calls as it counts sign-ins: 10 a minute. */
const RETRY_MS = 2_000;

/**
 * The first call may find that the sandbox is only being started, and the server restarted with it: then
 * "unavailable" and a silent server mean "in a moment", for a while.
 */
async function loadDemo(setupCode: string | undefined): Promise<Session & { demo: DemoLogin }> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await api.session.setupDemo({ body: { setupCode } });
    } catch (error) {
      const { code } = asApiError(error);
      const isStarting = code === 'unavailable' || code === 'network';
      if (!isStarting || Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
