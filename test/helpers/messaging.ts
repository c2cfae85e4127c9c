import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from './platform.ts';
import {
  type Answer,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from './test-server.ts';

/** A message of any shape. */
export type Json = ReturnType<typeof JSON.parse>;

/** A server, the simulated platform, and a workspace that is connected to it. */
export interface Messaging {
  platform: TestPlatform;
  server: TestServer;
  workspace: TestWorkspace;
  send(body: object): Promise<Answer>;
  history(phone: string): Promise<Json[]>;
  /** Returns the message from the history. */
  message(phone: string, id: string): Promise<Json>;
  /** Sends a text from a customer, which opens the reply window, and returns the message. */
  hello(phone: string, text?: string): Promise<Json>;
  /** Performs another action of a customer and returns the platform's id for it. */
  customer(phone: string, type: string, payload: unknown, extra?: object): Promise<string>;
  /** Returns the calls that the platform received for one message. */
  callsOf(id: string): Promise<Json[]>;
  /** Returns the whole thread as the phone shows it. */
  phone(phone: string): Promise<Json[]>;
  stop(): Promise<void>;
}

export async function startMessaging(
  env: Record<string, string> = {},
  ...rest: [first?: TestServer, parts?: Parameters<typeof startTestServer>[2]]
): Promise<Messaging> {
  const platform = await startPlatform();
  const server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1', ...env }, ...rest);
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
