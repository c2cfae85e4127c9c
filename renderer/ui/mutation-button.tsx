import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Mutation } from '../lib/forms/use-mutation.ts';
import { Notice } from './notice.tsx';

/** A button that runs a mutation and shows whether it is pending. `MutationError` shows its error. */
export function MutationButton({
  mutation,
  loading = false,
  ...button
}: ButtonProps & { mutation: Mutation; children: ReactNode; 'aria-label'?: string }) {
  return <Button loading={mutation.isPending || loading} onClick={() => mutation.mutate()} {...button} />;
}

/** Shows the error of a mutation. Renders nothing without one. */
export function MutationError({ mutation }: { mutation: { error: string | null } }) {
  return mutation.error !== null && <Notice tone="bad">{mutation.error}</Notice>;
}
