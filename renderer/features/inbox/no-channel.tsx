import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInbox } from './inbox-context.ts';

/** Nothing can arrive yet: the way to connect a number, for those who may. */
export function NoChannel() {
  const { session, onConnect } = useInbox();
  return (
    <EmptyState
      icon={<IconPlugConnected size={26} stroke={1.6} />}
      title="No number connected yet"
      actions={
        onConnect && (
          <Button onClick={onConnect} data-testid="connect-number">
            Connect a number
          </Button>
        )
      }
    >
      {onConnect === null ? (
        'Messages appear here once an admin of your workspace has connected its number.'
      ) : (
        <>
          <p>Connect your business number, then what customers write arrives here.</p>
          {session.workspace.channel.isSandbox ? <DemoIsHere /> : <DemoInstead />}
        </>
      )}
    </EmptyState>
  );
}

function DemoInstead() {
  return (
    <>
      <p>To try it without a number, stop the server and start it with the demo:</p>
      <CodeBlock label="Command that starts the demo" code="npm run demo" />
      <p>The demo is a workspace of its own. Sign in there with the login it prints.</p>
    </>
  );
}

/** The server runs with the sandbox, whose phone writes to the demo's number. */
function DemoIsHere() {
  return (
    <p>
      To try it without a number, sign in to the demo, a workspace of its own on this server. The server has
      printed the login.
    </p>
  );
}
