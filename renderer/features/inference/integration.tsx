import { Stack, Text, Title } from '@mantine/core';
import type { Worker } from '../../../shared/contract/inference/inference-workers.contract.ts';
import { PLAYGROUND_DEFAULTS } from '../../../shared/contract/inference/playground.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { ModelFacts } from './model-facts.tsx';
import { LANGUAGE_LABELS, LANGUAGES, snippetOf } from './snippets.ts';

/** Explains how programs and tools call the model: the three values that they all need, and sample code. */
export function Integration({
  worker,
  baseUrl,
  model,
}: {
  /** An online worker; undefined while there is none. */
  worker: Worker | undefined;
  baseUrl: string;
  model: string;
}) {
  const messages = [
    { role: 'system', content: t('inference:integration.exampleSystem') },
    { role: 'user', content: t('inference:integration.exampleUser') },
  ];
  const call = { baseUrl, model, key: 'YOUR_KEY', messages, ...PLAYGROUND_DEFAULTS };
  return (
    <Stack gap="lg">
      {worker && <ModelFacts worker={worker} />}
      <Card padded>
        <Title order={2} size="h3" mb={4}>
          {t('inference:integration.toolTitle')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {t('inference:integration.toolLead')}
        </Text>
        <Stack gap="sm">
          <Field label={t('inference:integration.baseUrl')} value={baseUrl} />
          <Field label={t('inference:integration.apiKey')} value="YOUR_KEY" />
          <Field label={t('inference:integration.model')} value={model} />
        </Stack>
      </Card>
      {LANGUAGES.map((language) => (
        <section key={language} aria-label={LANGUAGE_LABELS[language]}>
          <Title order={2} size="h3" mb={6}>
            {LANGUAGE_LABELS[language]}
          </Title>
          <CodeBlock
            label={t('inference:integration.example', { language: LANGUAGE_LABELS[language] })}
            code={snippetOf(language, call)}
          />
        </section>
      ))}
    </Stack>
  );
}

function Field({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {label}
      </Text>
      <CodeBlock label={label} code={value} />
    </div>
  );
}
