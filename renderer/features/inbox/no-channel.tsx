import { IconPlugConnected } from '@tabler/icons-react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useInbox } from './inbox-context.ts';

/** Nothing can arrive yet: says what to do, to those who can do it. */
export function NoChannel() {
  const { user, workspace } = useInbox().session;
  return (
    <EmptyState icon={<IconPlugConnected size={26} stroke={1.6} />} title="No number connected yet">
      {user.role === 'staff' ? (
        'Messages appear here once an admin of your workspace has connected its number.'
      ) : (
        <>
          <p>Connect your business number on the server, then messages arrive here:</p>
          <CodeBlock label="Command that connects a number" code={connectCommand(workspace.id)} />
          <p>README, “Connect a real number”, says where to find each value.</p>
          {workspace.channel.isSandbox ? <DemoIsHere /> : <DemoInstead />}
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

function connectCommand(tenantId: string): string {
  const options = ['app-id', 'app-secret', 'access-token', 'waba-id', 'phone-number-id'];
  const rest = options.map((option) => `--${option} …`).join(' ');
  return `npm run admin -- cloud-api set --tenant ${tenantId} ${rest}`;
}
