import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import classes from './receiver-snippets.module.css';
import { SNIPPETS } from './snippets.ts';

/** A receiver that checks signatures, in the reader's language. */
export function ReceiverSnippets({ publicUrl }: { publicUrl: string }) {
  const [language, setLanguage] = useState<string>('typescript');
  const snippet = SNIPPETS.find(({ id }) => id === language) ?? SNIPPETS[0];
  if (!snippet) return null;
  return (
    <div>
      <SegmentedControl
        className={classes.languages}
        aria-label="Language"
        value={snippet.id}
        onChange={setLanguage}
        data={SNIPPETS.map(({ id, label }) => ({ value: id, label }))}
      />
      <Stack gap={10}>
        {snippet.install !== null && (
          <CodeBlock
            code={snippet.install.replace('SERVER', publicUrl.replace(/\/$/, ''))}
            label="What to install"
          />
        )}
        <CodeBlock code={snippet.code} label={`A receiver in ${snippet.label}`} isLined maxHeight={380} />
        <Text size="sm" c="dimmed">
          It reads the secret from <code>WEBHOOK_SECRET</code>. Check the body as it came, before any JSON
          parser, and know an event again by its <code>webhook-id</code>: it may come more than once.
        </Text>
      </Stack>
    </div>
  );
}
