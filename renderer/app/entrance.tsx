import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../shared/contract/session.contract.ts';
import { SetupPage } from '../features/setup/setup.page.tsx';
import { SignInPage } from '../features/sign-in/sign-in.page.tsx';
import { queries } from '../lib/api.ts';

/** The way in: with an account, or by a workspace of one's own where the server has none but a demo. */
export function Entrance({
  notice,
  onEnter,
}: {
  notice: string | null;
  onEnter: (session: Session) => void;
}) {
  const { data: status } = useQuery(queries.session.setupStatus.queryOptions({ input: {} }));
  const [isCreating, setCreating] = useState(false);
  if (status && isCreating) {
    return <SetupPage status={status} onEnter={onEnter} onBack={() => setCreating(false)} />;
  }
  return (
    <SignInPage
      notice={notice}
      onEnter={onEnter}
      onCreate={status?.canCreateWorkspace ? () => setCreating(true) : undefined}
    />
  );
}
