import { Anchor, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PLAYGROUND_DEFAULTS } from '../../../shared/contract/playground.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { modelKeysOptions, workersOptions } from './inference.queries.ts';
import { Integration } from './integration.tsx';
import { ModelCatalog } from './model-catalog.tsx';
import { ModelKeys } from './model-keys.tsx';
import { Playground } from './playground.tsx';
import { PromptLog } from './prompt-log.tsx';
import { snippetOf } from './snippets.ts';
import { Telemetry } from './telemetry.tsx';

export const MODEL_TABS = ['keys', 'models', 'playground', 'integration', 'prompts'] as const;
export type ModelTab = (typeof MODEL_TABS)[number];

/** What stands for the model's name until a worker has said it. */
const UNKNOWN_MODEL = 'MODEL';

/** The model of this server: how it is, who may use it, a console to try it, and how programs reach it. */
export function ModelPage({
  tab,
  mayKeepPrompts,
  onTab,
}: {
  tab: ModelTab;
  /** Whether this person decides what is kept of prompts. */
  mayKeepPrompts: boolean;
  onTab: (tab: ModelTab) => void;
}) {
  const workers = useQuery(workersOptions());
  const keys = useQuery(modelKeysOptions());
  const baseUrl = workers.data?.inferenceUrl ?? '';
  const served = workers.data?.data.findLast((worker) => worker.isOnline && worker.status.model)?.status;
  const model = served?.model?.id ?? UNKNOWN_MODEL;
  const exampleOf = (key: string) =>
    snippetOf('curl', {
      baseUrl,
      model,
      key,
      messages: [{ role: 'user', content: 'Hello' }],
      ...PLAYGROUND_DEFAULTS,
    });

  return (
    <PageFrame
      title="Model"
      lead="Your programs talk to it as they talk to OpenAI, each with a key of its own."
    >
      <Stack gap="md">
        {served?.model?.talksNonsense && (
          <div data-testid="model-nonsense">
            <Notice tone="warn">
              This is the tiny model that comes with every installation: its weights are random, so it talks
              nonsense. It shows that everything works. Choose a real one under{' '}
              <Anchor component="button" type="button" inherit onClick={() => onTab('models')}>
                Models
              </Anchor>
              , or have whoever runs the server set <code>INFERENCE_UPSTREAM</code> to an engine that you
              have.
            </Notice>
          </div>
        )}
        {served?.model?.chatTemplate === 'none' && !served.upstream && (
          <Notice tone="warn">
            {`The file of ${served.model.id} has no chat template that is understood here, so answers may be poor. Choose an instruct model.`}
          </Notice>
        )}
        <Telemetry />
        <Tabs
          value={tab}
          onChange={(value) => onTab(MODEL_TABS.find((one) => one === value) ?? 'keys')}
          // What was said in the playground stays while one looks at the keys.
          keepMounted
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="keys" data-testid="model-tab-keys">
              Keys
            </Tabs.Tab>
            <Tabs.Tab value="models" data-testid="model-tab-models">
              Models
            </Tabs.Tab>
            <Tabs.Tab value="playground" data-testid="model-tab-playground">
              Playground
            </Tabs.Tab>
            <Tabs.Tab value="integration" data-testid="model-tab-integration">
              Integration
            </Tabs.Tab>
            <Tabs.Tab value="prompts" data-testid="model-tab-prompts">
              Kept prompts
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="keys">
            <ModelKeys exampleOf={exampleOf} />
          </Tabs.Panel>
          <Tabs.Panel value="models">
            <ModelCatalog isShown={tab === 'models'} />
          </Tabs.Panel>
          <Tabs.Panel value="playground">
            <Playground keys={keys.data?.data ?? []} baseUrl={baseUrl} model={model} />
          </Tabs.Panel>
          <Tabs.Panel value="integration">
            <Integration status={served} baseUrl={baseUrl} model={model} />
          </Tabs.Panel>
          <Tabs.Panel value="prompts">
            <PromptLog isShown={tab === 'prompts'} mayChange={mayKeepPrompts} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </PageFrame>
  );
}
