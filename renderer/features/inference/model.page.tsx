import { Anchor, Button, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans } from 'react-i18next';
import { PLAYGROUND_DEFAULTS } from '../../../shared/contract/inference/playground.ts';
import { t } from '../../lib/i18n.ts';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { modelKeysOptions, workersOptions } from './inference.queries.ts';
import { Integration } from './integration.tsx';
import { ModelKeys } from './keys/model-keys.tsx';
import { ModelCatalog } from './models/model-catalog.tsx';
import { Playground } from './playground/playground.tsx';
import { PromptLog } from './prompt-log/prompt-log.tsx';
import { snippetOf } from './snippets.ts';
import { Egress } from './telemetry/egress.tsx';
import { ModelStatus } from './telemetry/model-status.tsx';
import { Telemetry } from './telemetry/telemetry.tsx';

export const MODEL_TABS = ['keys', 'models', 'playground', 'telemetry', 'integration', 'prompts'] as const;
export type ModelTab = (typeof MODEL_TABS)[number];

/** The placeholder for the model's name while no worker is online. */
const UNKNOWN_MODEL = 'MODEL';
/** The placeholder for the address while the workers are not loaded. */
const UNKNOWN_ADDRESS = 'https://YOUR_SERVER/v1';

/** The model of this server: its telemetry, its keys, a playground, and how programs call it. */
export function ModelPage({
  tab,
  mayKeepPrompts,
  mayQualify,
  onTab,
}: {
  tab: ModelTab;
  /** Whether this person may change the settings of the prompt log. */
  mayKeepPrompts: boolean;
  /** Whether this person may have the model checked. */
  mayQualify: boolean;
  onTab: (tab: ModelTab) => void;
}) {
  const workers = useQuery(workersOptions());
  const keys = useQuery(modelKeysOptions());
  const baseUrl = workers.data?.inferenceUrl ?? UNKNOWN_ADDRESS;
  const worker = workers.data?.data.findLast((one) => one.isOnline && one.status.model);
  const served = worker?.status;
  const model = served?.model?.id ?? UNKNOWN_MODEL;
  const ready = workers.data?.data.filter((one) => one.isOnline && one.status.state === 'ready') ?? [];
  const hasNone = workers.data?.data.some((one) => one.isOnline && one.errorCode === 'none_chosen') ?? false;
  const models = [...new Set(ready.flatMap(({ status }) => status.model?.id ?? []))];
  const exampleOf = (key: string) =>
    snippetOf('curl', {
      baseUrl,
      model,
      key,
      messages: [{ role: 'user', content: t('inference:playground.exampleDraft') }],
      ...PLAYGROUND_DEFAULTS,
    });

  return (
    <PageFrame
      title={t('inference:page.title')}
      lead={
        <Trans t={t} i18nKey="inference:page.lead" components={{ guide: <DocsLink page="inference" /> }} />
      }
    >
      <Stack gap="md">
        <ModelStatus isBesideTelemetry={tab === 'telemetry'} onTelemetry={() => onTab('telemetry')} />
        <Egress />
        {ready.length === 0 && hasNone && (
          <div data-testid="model-none">
            <Notice tone="warn">
              <Stack gap="xs" align="flex-start">
                <span>
                  <Trans t={t} i18nKey="inference:page.noModel.text" components={{ code: <code /> }} />
                </span>
                {tab !== 'models' && (
                  <Button size="compact-sm" onClick={() => onTab('models')} data-testid="model-get">
                    {t('inference:page.noModel.action')}
                  </Button>
                )}
              </Stack>
            </Notice>
          </div>
        )}
        {served?.model?.isTestModel && (
          <div data-testid="model-test-notice">
            <Notice tone="warn">
              <Trans
                t={t}
                i18nKey="inference:page.testModel"
                components={{
                  code: <code />,
                  models: <Anchor component="button" type="button" inherit onClick={() => onTab('models')} />,
                }}
              />
            </Notice>
          </div>
        )}
        {served?.model?.chatTemplate === 'none' && !worker?.details?.upstream && (
          <Notice tone="warn">{t('inference:page.noTemplate', { model: served.model.id })}</Notice>
        )}
        <Tabs
          value={tab}
          onChange={(value) => onTab(MODEL_TABS.find((one) => one === value) ?? 'keys')}
          // Keeps the conversation in the playground while another tab is shown.
          keepMounted
        >
          <TabList
            tabs={MODEL_TABS}
            tab={tab}
            labelOf={(one) => t(`inference:page.tabs.${one}`)}
            label={t('inference:page.sections')}
            testId="model-tab"
          />
          <Tabs.Panel value="keys">
            <ModelKeys exampleOf={exampleOf} />
          </Tabs.Panel>
          <Tabs.Panel value="models">
            <ModelCatalog isShown={tab === 'models'} mayQualify={mayQualify} />
          </Tabs.Panel>
          <Tabs.Panel value="playground">
            <Playground
              keys={keys}
              baseUrl={baseUrl}
              model={model}
              models={workers.data ? models : null}
              onModels={() => onTab('models')}
            />
          </Tabs.Panel>
          <Tabs.Panel value="telemetry">
            <Telemetry />
          </Tabs.Panel>
          <Tabs.Panel value="integration">
            <Integration worker={worker} baseUrl={baseUrl} model={model} />
          </Tabs.Panel>
          <Tabs.Panel value="prompts">
            <PromptLog isShown={tab === 'prompts'} mayChange={mayKeepPrompts} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </PageFrame>
  );
}
