import type {
  Rehearsal,
  RehearsalCustomer,
  RehearsalSummary,
} from '../../../shared/contract/inbox/rehearsals.contract.ts';
import type { RehearsalDetail } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { asJson } from '../../db/define-model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { type Customer, conversationsOf, type Rehearsing, textsOf } from './rehearsals.repository.ts';
import { scriptOf } from './scripts/index.ts';

type Names = ReadonlyMap<string, string>;

/** Returns a rehearsal as the list shows it. */
export function presentSummary(
  row: Rehearsing,
  customers: readonly Pick<Customer, 'outcome'>[],
  names: Names,
): RehearsalSummary {
  return {
    ...headOf(row, names),
    customers: customers.length,
    reached: customers.filter(({ outcome }) => outcome === 'reached').length,
  };
}

/** Returns a rehearsal with what has come of each conversation. */
export async function presentRehearsal(
  ctx: QueryContext,
  row: Rehearsing,
  customers: readonly Customer[],
  names: Names,
): Promise<Rehearsal> {
  const places = await conversationsOf(
    ctx,
    customers.map(({ phone }) => phone),
  );
  const texts = await textsOf(
    ctx,
    customers.flatMap(({ progress }) =>
      progress.findings.map(({ messageId }) => Buffer.from(messageId, 'hex')),
    ),
  );
  return {
    ...headOf(row, names),
    customers: customers.map((customer) => ({
      ...presentCustomer(row, customer, names, texts),
      conversationId: idOf(places.get(customer.phone)?.conversationId),
    })),
  };
}

function headOf(row: Rehearsing, names: Names) {
  const { id, language, pace, startedBy, ended, createdAt, endsAt, endedAt } = row;
  return {
    id: encodeId('rehearsal', id),
    ...{ language, pace, ended, isRunning: ended === null },
    startedBy: startedBy && memberOf(startedBy, names),
    members: asJson<string[]>(row.members).flatMap((hex) => memberOf(Buffer.from(hex, 'hex'), names) ?? []),
    createdAt: createdAt.toISOString(),
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function presentCustomer(
  { language }: Rehearsing,
  { script: kind, memberId, progress, outcome, wroteAt, nextLines }: Customer,
  names: Names,
  texts: ReadonlyMap<string, string>,
): Omit<RehearsalCustomer, 'conversationId'> {
  const { mood, name, questions, details } = scriptOf(language, kind);
  const { answers, written, misses, nudges, rude, firstResponseMs, answered, given } = progress;
  return {
    ...{ script: kind, mood, name, outcome, answers, misses, nudges, rude },
    member: memberOf(memberId, names),
    hasBegun: wroteAt !== null,
    firstResponseSeconds: firstResponseMs === null ? null : Math.round(firstResponseMs / 1_000),
    // Those that they are still typing are not written yet.
    messages: written - nextLines.length,
    questions: questions.map(([question]) => ({ question, isAnswered: answered.includes(question) })),
    details: (Object.keys(details) as RehearsalDetail[]).map((detail) => ({
      detail,
      isAsked: given.includes(detail),
    })),
    findings: progress.findings.flatMap(({ kind: found, messageId, start, end }) => {
      const text = texts.get(messageId);
      // A member may have deleted the message since. Which texts began as a prepared reply is not known here.
      return text === undefined || found === 'window' || found === 'new_fact'
        ? []
        : [{ kind: found, messageId: idOfMessage(messageId), text: text.slice(start, end) }];
    }),
  };
}

function memberOf(id: Buffer, names: Names): { id: string; name: string } | null {
  const name = names.get(id.toString('hex'));
  return name === undefined ? null : { id: encodeId('user', id), name };
}

const idOf = (id: Buffer | undefined) => (id ? encodeId('conversation', id) : null);
const idOfMessage = (hex: string) => encodeId('message', Buffer.from(hex, 'hex'));
