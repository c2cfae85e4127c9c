import { Boundary } from '../boundary.tsx';
import { AskPanel } from './ask/ask-panel.tsx';
import { CatchUpLine } from './catch-up/catch-up-line.tsx';
import { CheckLine } from './check/check-line.tsx';
import { DetailsLine } from './details/details-line.tsx';
import { DraftLine } from './drafts/draft-line.tsx';
import { PromiseLine } from './promises/promise-line.tsx';
import { ReplyChips } from './replies/reply-chips.tsx';
import { ComposerUpstream } from './upstream-line.tsx';
import { UndoLine } from './write/undo-line.tsx';
import { WritePanel } from './write/write-panel.tsx';

/**
 * What the assistant offers in a conversation, above the composer. Loaded after the first screen. Each feature is one
 * component here, which renders nothing while it has nothing to offer. One that fails is not there in this conversation:
 * the inbox goes on without it.
 */
export function AssistStrip({ conversationId }: { conversationId: string }) {
  const lines = [
    <CatchUpLine key={`catch-up ${conversationId}`} conversationId={conversationId} />,
    <DetailsLine key="details" conversationId={conversationId} />,
    <PromiseLine key={`promises ${conversationId}`} conversationId={conversationId} />,
    <ReplyChips key={`replies ${conversationId}`} conversationId={conversationId} />,
    <DraftLine key="draft" conversationId={conversationId} />,
    <UndoLine key="undo" conversationId={conversationId} />,
    <AskPanel key={`ask ${conversationId}`} conversationId={conversationId} />,
    <WritePanel key="write" conversationId={conversationId} />,
    <CheckLine key="check" conversationId={conversationId} />,
    <ComposerUpstream key="upstream" conversationId={conversationId} />,
  ];
  return lines.map((line) => (
    <Boundary key={line.key} fallback={null} resetKey={conversationId}>
      {line}
    </Boundary>
  ));
}
