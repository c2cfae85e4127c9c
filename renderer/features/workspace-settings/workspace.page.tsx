import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { WorkspaceSettings } from '../../../shared/contract/workspace.contract.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { CountrySelect } from '../../ui/country-select.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';

/** The settings that all people of a workspace share. */
export function WorkspacePage({
  session,
  onChange,
}: {
  session: Session;
  /** Takes what the server has stored. */
  onChange: (settings: WorkspaceSettings) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');

  async function save(settings: WorkspaceSettings): Promise<void> {
    setState('saving');
    setProblem(null);
    try {
      onChange(await api.workspace.change({ body: settings }));
      setState('saved');
    } catch (error) {
      setProblem(sentenceOf(error));
      setState('idle');
    }
  }

  return (
    <PageFrame
      title={t('workspace:settings.title')}
      lead={t('workspace:settings.lead', { workspace: session.workspace.name })}
    >
      <Card padded>
        <CountrySelect
          maw={460}
          allowDeselect={false}
          value={session.workspace.defaultCountry}
          onChange={(defaultCountry) => void save({ defaultCountry })}
          disabled={state === 'saving'}
          error={problem}
          data-testid="workspace-country"
        />
        <Text size="sm" c="dimmed" mt="xs" role="status">
          {state === 'saved' && t('workspace:settings.saved')}
        </Text>
      </Card>
    </PageFrame>
  );
}
