import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { serverOrigin } from '../../lib/api/server-address.ts';

/** A link to a page of the documentation for integrators, which the server provides; '' is the reference. */
export function DocsLink({ page, children }: { page: string; children?: ReactNode }) {
  return (
    <Anchor
      href={`${serverOrigin()}/docs${page && `/${page}`}`}
      target="_blank"
      rel="noreferrer"
      inherit
      underline="always"
    >
      {children}
    </Anchor>
  );
}
