import { Button, Collapse } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';

/** A thing as it came, behind a button. */
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
        {isOpen ? 'Hide raw' : 'View raw'}
      </Button>
      <Collapse expanded={isOpen}>
        {isOpen && <CodeBlock code={JSON.stringify(value, null, 2)} label="Raw message" />}
      </Collapse>
    </div>
  );
}
