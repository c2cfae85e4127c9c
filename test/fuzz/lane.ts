import { faultsOf } from './check-answer.ts';
import type { FuzzTenant } from './fuzz-tenant.ts';
import type { DraftRequest } from './requests.ts';
import type { Tally } from './tally.ts';
import { changesBetween, type TenantState } from './tenant-state.ts';
import { type Exchange, WireClient } from './wire-client.ts';
import { DAMAGES } from './wire-requests.ts';

/** A request to make, and what to do to its bytes; null leaves them as they are. */
export interface Shot {
  draft: DraftRequest;
  damage: string | null;
}

export interface LaneOptions {
  tenant: FuzzTenant;
  port: number;
  readState(tenantId: Buffer): Promise<TenantState>;
  tally: Tally;
}

/** A deletion and other answers use things up; without any of them, look so often. */
const REFILL_EVERY = 20;

/**
 * One connection after the other on one workspace of its own, so that any row that appears is the doing of
 * the request before it.
 */
export class Lane {
  private readonly client: WireClient;
  private readonly options: LaneOptions;
  private state: TenantState | null = null;
  private shots = 0;

  constructor(options: LaneOptions) {
    this.options = options;
    this.client = new WireClient(options.port);
  }

  /** @throws with the request, its answers and what is wrong with them, when anything is. */
  async fire({ draft, damage }: Shot): Promise<void> {
    const { tenant, readState, tally } = this.options;
    if (this.shots % REFILL_EVERY === 0) await this.refill();
    this.shots += 1;
    this.state ??= await readState(tenant.key);
    const target = tenant.bank.resolve(draft.target);
    const plain = this.bytesOf(draft, target);
    const bytes = damage === null ? plain : (DAMAGES[damage]?.(plain) ?? plain);
    const exchange = await this.client.exchange(bytes, {
      methods: damage === null ? [draft.method] : null,
    });
    const before = this.state;
    this.state = await readState(tenant.key);

    const faults = exchange.answers.flatMap((answer) =>
      faultsOf(answer, damage === null ? draft.method : null, target),
    );
    if (damage === null && exchange.answers.length === 0)
      faults.push('no answer');
    const mayChange = exchange.answers.some(({ status }) => status < 300) && !isSafe(draft.method);
    const changes = changesBetween(before, this.state);
    if (!mayChange && changes.length > 0) faults.push(`changed rows: ${changes.join(', ')}`);
    if (faults.length > 0) {survey(faults, describe(faults, bytes, exchange, damage)); return;}

    for (const { status, body } of exchange.answers) {
      tally.count(damage === null ? draft.operation : 'damaged bytes', status);
      const cursor = /"nextCursor":"([^"]+)"/.exec(body)?.[1];
      if (cursor) tenant.bank.add('cursor', cursor);
    }
    if (exchange.answers.length === 0) tally.count('damaged bytes', 'no answer');
    const isUsedUp = draft.method === 'DELETE' && mayChange;
    if (isUsedUp) await this.refill();
  }

  close(): void {
    this.client.close();
  }

  private async refill(): Promise<void> {
    await this.options.tenant.refill();
    this.state = null;
  }

  private bytesOf({ method, headers, body }: DraftRequest, target: string): Buffer {
    const { tenant } = this.options;
    const ways: Record<string, string> = { ...tenant.tokens, ...tenant.sessions };
    const known = (value: string) =>
      value.replace(/\{(\w+)\}/g, (whole, name: string) => ways[name] ?? whole);
    // A body may hold bytes that are no text: latin1 keeps every one of them.
    const resolved = body && Buffer.from(tenant.bank.resolve(body.toString('latin1')), 'latin1');
    const lines = [
      `${method} ${target} HTTP/1.1`,
      'Host: 127.0.0.1',
      ...headers.map(([name, value]) => `${name}: ${known(value)}`),
      ...(resolved ? [`Content-Length: ${resolved.length}`] : []),
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), resolved ?? Buffer.alloc(0)]);
  }
}

function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
}

/** The headers that say something about the answer; the rest are the same on every one. */
function shownOf(headers: Record<string, string>) {
  const names = ['x-request-id', 'content-type', 'www-authenticate', 'allow', 'retry-after', 'connection'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

const SHOWN = 1_500;

function describe(faults: string[], bytes: Buffer, exchange: Exchange, damage: string | null): string {
  const shown = (text: string) =>
    text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
  // Tokens stay out of the output: they are the only thing in it that is worth anything.
  const request = JSON.stringify(bytes.toString('latin1')).replace(/(svc_|ses_)[\w-]{8,}/g, '$1…');
  const answers = exchange.answers.map(({ status, headers, body }) =>
    shown(`${status} ${JSON.stringify(shownOf(headers))}\n${body}`),
  );
  return [
    ...faults.map((fault) => `✗ ${fault}`),
    `request${damage === null ? '' : ` (with ${damage})`}:`,
    shown(request),
    'answer:',
    ...(answers.length > 0 ? answers : [exchange.isClosed ? 'none, connection closed' : 'none']),
  ].join('\n');
}

const seen = new Map<string, number>();
function survey(faults: string[], text: string) {
  const key = faults.join('|').replace(/\d\d+/g, 'N').slice(0,120);
  seen.set(key, (seen.get(key) ?? 0) + 1);
  if ((seen.get(key) ?? 0) <= 3) console.log('SURVEY', seen.get(key), text);
}
