import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A number with its label. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={650} size="lg">
        {children}
      </Text>
    </div>
  );
}
