import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Resources } from '../../server/kernel/context/context.ts';
import type { Worker } from '../../server/kernel/queue/worker.ts';
import { createSandbox } from '../../server/sandbox/create-sandbox.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type Answer, call, type TestServer, type TestWorkspace } from './test-server.ts';

/** The simulated platform and its test controls. */
export interface TestPlatform {
  url: string;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Changes settings of the platform's behavior. */
  configure(settings: object): Promise<Answer>;
  /** Sends a text from a customer; resolves when the platform has accepted it. */
  customerWrites(waId: string, text: string, extra?: object): Promise<Answer>;
  /** Returns the headers of all requests for a path outside the Graph API, oldest first. */
  headersAt(path: string): IncomingHttpHeaders[];
  stop(): Promise<void>;
}

const account = `/accounts/${demoAccount.phoneNumberId}`;

export async function startPlatform(settings: object = {}): Promise<TestPlatform> {
  const sandbox = createSandbox({ port: 0 });
  const fileRequests: { path: string; headers: IncomingHttpHeaders }[] = [];
  sandbox.app.use(({ path, headers }, _response, next) => {
    if (!/^\/(control|v\d)/.test(path)) fileRequests.push({ path, headers });
    next();
  });
  const { url } = await sandbox.listen();
  const control = (method: string, path: string, body?: unknown) =>
    call(`${url}/control${path}`, { method, body });
  const configure = (changes: object) => control('PATCH', '/knobs', changes);
  await configure({
    pairRateLimit: false,
    throughputPerSecond: 0,
    sentDelayMs: [5, 20],
    deliveredDelayMs: [20, 60],
    ...settings,
  });
  return {
    url,
    control,
    configure,
    customerWrites: (waId, text, extra = {}) =>
      control('POST', `${account}/chats/${waId}/messages`, { text, ...extra }),
    headersAt: (path) =>
      fileRequests.filter((request) => request.path === path).map(({ headers }) => headers),
    stop: () => sandbox.close(),
  };
}

/** Connects a workspace to the demo account, and the platform to the workspace's callback URL. */
export async function connectWorkspace(
  server: TestServer,
  workspace: TestWorkspace,
  platform?: TestPlatform,
) {
  const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
  await server.container.saveCredentials(server.container.contextFor(workspace.scope), {
    appId,
    appSecret,
    accessToken,
    wabaId,
    phoneNumberId,
  });
  const callbackUrl = callbackOf(server, workspace);
  const answer = await platform?.control('POST', `${account}/webhook`, {
    callbackUrl,
    verifyToken: workspace.verifyToken,
  });
  if (answer && answer.status !== 200)
    throw new Error(`webhook not accepted: ${JSON.stringify(answer.body)}`);
}

export function callbackOf(server: TestServer, workspace: TestWorkspace): string {
  return `${server.url}/api/v1/webhook/${workspace.tenantId}`;
}

/** Posts a callback as the platform would, signed over its exact bytes. */
export function postCallback(
  server: TestServer,
  workspace: TestWorkspace,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', demoAccount.appSecret).update(raw).digest('hex');
  return call(callbackOf(server, workspace), {
    method: 'POST',
    body: raw,
    headers: { 'x-hub-signature-256': `sha256=${signature}`, ...headers },
  });
}

/** Wraps the value of a `messages` field in a callback's envelope. */
export function envelope(value: object, field = 'messages') {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: demoAccount.wabaId,
        changes: [
          {
            field,
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550109000', phone_number_id: demoAccount.phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  };
}

export function textMessage(from: string, body: string, extra: object = {}) {
  return {
    from,
    id: `wamid.${randomBytes(12).toString('base64')}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body },
    ...extra,
  };
}

const FIRST_PAUSE_MS = 15;
/** A look costs about 10 ms of a processor that all tests share, so that a long wait has few of them. */
const LONGEST_PAUSE_MS = 100;

/** Calls `look` until it returns a truthy value, for work that happens in the background. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`nothing within ${ms} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Lets another worker do one whole round, which begins now. */
export async function doRound(create: (resources: Resources) => Worker, resources: Resources): Promise<void> {
  let rounds = 0;
  const roundSucceeded = () => {
    rounds += 1;
  };
  const worker = create({ ...resources, roundSucceeded });
  worker.start();
  // The start counts as one, for the alert about workers that have stopped.
  await eventually(async () => rounds > 1);
  await worker.stop();
}
