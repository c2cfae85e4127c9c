import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { t } from '../../../lib/i18n.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import classes from './receiver-snippets.module.css';
import { SNIPPETS } from './snippets.ts';

/** A receiver that verifies signatures, in several programming languages. */
export function ReceiverSnippets({ publicUrl }: { publicUrl: string }) {
  const [language, setLanguage] = useState<string>('typescript');
  const snippet = SNIPPETS.find(({ id }) => id === language) ?? SNIPPETS[0];
  if (!snippet) return null;
  return (
    <div>
      <SegmentedControl
        className={classes.languages}
        aria-label={t('webhooks:snippets.language')}
        value={snippet.id}
        onChange={setLanguage}
        data={SNIPPETS.map(({ id, label }) => ({ value: id, label }))}
      />
      <Stack gap={10}>
        {snippet.install !== null && (
          <CodeBlock
            code={snippet.install.replace('SERVER', publicUrl.replace(/\/$/, ''))}
            label={t('webhooks:snippets.install')}
          />
        )}
        <CodeBlock
          code={snippet.code}
          label={t('webhooks:snippets.receiver', { language: snippet.label })}
          isLined
          maxHeight={380}
        />
        <Text size="sm" c="dimmed">
          <Trans t={t} i18nKey="webhooks:snippets.note" components={{ code: <code /> }} />
        </Text>
      </Stack>
    </div>
  );
}
