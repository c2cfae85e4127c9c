import { Button, Collapse } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { CodeBlock } from '../../../../ui/code/code-block.tsx';

/** Raw data as JSON, behind a button. */
export function RawDetails({ value }: { value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('inbox:thread.raw.hide') : t('inbox:thread.raw.show')}
      </Button>
      <Collapse expanded={isOpen}>
        {isOpen && <CodeBlock code={JSON.stringify(value, null, 2)} label={t('inbox:thread.raw.label')} />}
      </Collapse>
    </div>
  );
}
