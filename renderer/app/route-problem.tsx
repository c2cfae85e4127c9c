import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../ui/error-state.tsx';

/** A section that broke, with the rest of the product still around it. */
export function RouteProblem({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorState
      title="This page ran into a problem"
      message="Nothing you typed is lost. If it happens again, reload the page."
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
