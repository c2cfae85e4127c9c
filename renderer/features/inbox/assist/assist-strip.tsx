import { CheckLine } from './check/check-line.tsx';
import { DetailsLine } from './details/details-line.tsx';
import { PromiseLine } from './promises/promise-line.tsx';

/**
 * What the assistant offers in a conversation, above the composer. Loaded after the first screen. Each feature is one
 * component here, which renders nothing while it has nothing to offer.
 */
export function AssistStrip({ conversationId }: { conversationId: string }) {
  return (
    <>
      <DetailsLine conversationId={conversationId} />
      <PromiseLine key={`promises ${conversationId}`} conversationId={conversationId} />
      <CheckLine conversationId={conversationId} />
    </>
  );
}
