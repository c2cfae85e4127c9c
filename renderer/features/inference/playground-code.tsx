import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { LANGUAGE_LABELS, LANGUAGES, type Language, type SnippetCall, snippetOf } from './snippets.ts';

const PLACEHOLDER = 'YOUR_KEY';

/** A call as code, to copy; the key's place is held by words, because the page does not know it. */
export function PlaygroundCode({ call }: { call: Omit<SnippetCall, 'key'> }) {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        The same as code
      </Text>
      <SegmentedControl
        size="xs"
        mb={8}
        aria-label="Language"
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
      />
      <CodeBlock label="This call as code" code={snippetOf(language, { ...call, key: PLACEHOLDER })} />
    </div>
  );
}
