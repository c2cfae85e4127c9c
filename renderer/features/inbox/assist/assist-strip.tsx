import { AskPanel } from './ask/ask-panel.tsx';
import { CatchUpLine } from './catch-up/catch-up-line.tsx';
import { CheckLine } from './check/check-line.tsx';
import { DetailsLine } from './details/details-line.tsx';
import { DraftLine } from './drafts/draft-line.tsx';
import { PromiseLine } from './promises/promise-line.tsx';
import { ReplyChips } from './replies/reply-chips.tsx';
import { UndoLine } from './write/undo-line.tsx';
import { WritePanel } from './write/write-panel.tsx';

/**
 * What the assistant offers in a conversation, above the composer. Loaded after the first screen. Each feature is one
 * component here, which renders nothing while it has nothing to offer.
 */
export function AssistStrip({ conversationId }: { conversationId: string }) {
  return (
    <>
      <CatchUpLine key={`catch-up ${conversationId}`} conversationId={conversationId} />
      <DetailsLine conversationId={conversationId} />
      <PromiseLine key={`promises ${conversationId}`} conversationId={conversationId} />
      <ReplyChips key={`replies ${conversationId}`} conversationId={conversationId} />
      <DraftLine conversationId={conversationId} />
      <UndoLine conversationId={conversationId} />
      <AskPanel key={`ask ${conversationId}`} conversationId={conversationId} />
      <WritePanel conversationId={conversationId} />
      <CheckLine conversationId={conversationId} />
    </>
  );
}
