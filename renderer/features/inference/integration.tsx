import { Stack, Text, Title } from '@mantine/core';
import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import { PLAYGROUND_DEFAULTS } from '../../../shared/contract/playground.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ModelFacts } from './model-facts.tsx';
import { LANGUAGE_LABELS, LANGUAGES, snippetOf } from './snippets.ts';

const FIRST_WORDS = [
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: 'What do you sell?' },
];

/** How programs and tools reach the model: the same three things everywhere, and code to begin with. */
export function Integration({
  status,
  baseUrl,
  model,
}: {
  /** Of a worker that is online; undefined while there is none. */
  status: WorkerStatus | undefined;
  baseUrl: string;
  model: string;
}) {
  const call = { baseUrl, model, key: 'YOUR_KEY', messages: FIRST_WORDS, ...PLAYGROUND_DEFAULTS };
  return (
    <Stack gap="lg">
      {status && <ModelFacts status={status} />}
      <Card padded>
        <Title order={2} size="h3" mb={4}>
          In a workflow tool
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          Any tool with an OpenAI node or credential takes these three. Where it asks for a kind of API,
          choose Chat Completions; the list of models comes by itself.
        </Text>
        <Stack gap="sm">
          <Field label="Base URL" value={baseUrl} />
          <Field label="API key" value="YOUR_KEY" />
          <Field label="Model" value={model} />
        </Stack>
      </Card>
      {LANGUAGES.map((language) => (
        <section key={language} aria-label={LANGUAGE_LABELS[language]}>
          <Title order={2} size="h3" mb={6}>
            {LANGUAGE_LABELS[language]}
          </Title>
          <CodeBlock label={`Example in ${LANGUAGE_LABELS[language]}`} code={snippetOf(language, call)} />
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
