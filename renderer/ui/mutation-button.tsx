import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Mutation } from '../lib/forms/use-mutation.ts';
import { Notice } from './notice.tsx';

/** A button that runs a mutation and shows that it is pending. Its error is a `MutationError` nearby. */
export function MutationButton({
  mutation,
  loading = false,
  ...button
}: ButtonProps & { mutation: Mutation; children: ReactNode; 'aria-label'?: string }) {
  return <Button loading={mutation.isPending || loading} onClick={() => mutation.mutate()} {...button} />;
}

/** The error of a mutation. Nothing when there is none. */
export function MutationError({ mutation }: { mutation: { error: string | null } }) {
  return mutation.error !== null && <Notice tone="bad">{mutation.error}</Notice>;
}
