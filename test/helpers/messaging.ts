import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from './platform.ts';
import {
  type Answer,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from './test-server.ts';

/** A message as a test looks at it. */
export type Json = ReturnType<typeof JSON.parse>;

/** A server, the simulated platform, and a workspace that is connected to it. */
export interface Messaging {
  platform: TestPlatform;
  server: TestServer;
  workspace: TestWorkspace;
  send(body: object): Promise<Answer>;
  history(phone: string): Promise<Json[]>;
  /** The message as the history has it. */
  message(phone: string, id: string): Promise<Json>;
  /** Lets a customer write, so that the window is open; gives their message. */
  hello(phone: string, text?: string): Promise<Json>;
  /** A customer does something else than write text; gives the platform's id of it. */
  customer(phone: string, type: string, payload: unknown, extra?: object): Promise<string>;
  /** What the platform was called with, for one message. */
  callsOf(id: string): Promise<Json[]>;
  /** The phone's side of the chat, everything in it. */
  phone(phone: string): Promise<Json[]>;
  stop(): Promise<void>;
}

export async function startMessaging(env: Record<string, string> = {}): Promise<Messaging> {
  const platform = await startPlatform();
  const server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1', ...env });
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  const chat = (phone: string) => `/accounts/${demoAccount.phoneNumberId}/chats/${phone}`;
  const history = async (phone: string) => (await workspace.api('GET', `/messages/${phone}`)).body.data ?? [];
  return {
    platform,
    server,
    workspace,
    history,
    send: (body) => workspace.api('POST', '/messages/send', body),
    message: async (phone, id) => (await history(phone)).find((one: Json) => one.id === id),
    hello: async (phone, text = 'hello') => {
      const { body } = await platform.customerWrites(phone, text);
      return eventually(async () => (await history(phone)).find((one: Json) => one.platformId === body.id));
    },
    customer: async (phone, type, payload, extra = {}) => {
      const { body } = await platform.control('POST', `${chat(phone)}/messages`, { type, payload, ...extra });
      return body.id;
    },
    callsOf: async (id) => {
      const { body } = await platform.control('GET', '/calls');
      return body.data
        .map((call: Json) => call.body)
        .filter((sent: Json) => sent?.biz_opaque_callback_data === id);
    },
    phone: async (phone) => (await platform.control('GET', `${chat(phone)}/messages?all=1`)).body.data,
    stop: async () => {
      await server.stop();
      await platform.stop();
    },
  };
}
