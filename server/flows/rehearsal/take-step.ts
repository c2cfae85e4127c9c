import { checkBeforeSend, identifiersToCheck } from '../../../shared/domain/assist/text/check.ts';
import type { RehearsalEnd, RehearsalOutcome } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { knownToOthers } from '../../features/assist/index.ts';
import { assignTo, closeWork, lockWorkState, recordChange } from '../../features/conversations/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { findRow, findRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { type PracticeParts, practiceNumber, writeLine } from './practice-number.ts';
import { answerTo, nudge, openWith, type Progress, patienceMs, type Reaction, typingMs } from './react.ts';
import {
  type Customer,
  conversationsOf,
  customersOf,
  dueCustomer,
  findCustomer,
  lockRehearsal,
  messagesSince,
  type ReadMessage,
  type Rehearsing,
  storeStep,
} from './rehearsals.repository.ts';
import { SCRIPT_BOOKS, scriptOf } from './scripts/index.ts';
import type { Line } from './scripts/script.ts';

/** How soon a customer looks for answers again. */
const LOOK_MS = 1_500;
/** Members may answer in several messages: they are read together, so long after the last one. */
const SETTLE_MS = 2_500;
/** How long a line may take to reach the sandbox, and the pause after a failure. */
const WRITING_MS = 30_000;
const FAILED_MS = 10_000;
const VALUES_CHECKED_MAX = 8;
/** How long the platform may take to call us with a line. */
const ARRIVAL_MS = 4_000;

/** A line that is to be written now. */
interface Writing {
  customer: Customer;
  rehearsal: Rehearsing;
  line: Line;
}

/**
 * Takes the next step of a customer: they write a line, read answers, or come to an end. What they write is stored before
 * it is written, under an id of its own: a server that is killed in between leaves a line that the next one writes again,
 * and the inbox has it once.
 */
export async function takeStep(
  ctx: Context,
  parts: PracticeParts,
  { id, rehearsalId }: { id: Buffer; rehearsalId: Buffer },
): Promise<void> {
  const number = await practiceNumber(ctx, parts);
  const writing = await inTransaction(ctx, async (ctx): Promise<Writing | null> => {
    const rehearsal = await lockRehearsal(ctx, rehearsalId);
    const customer = rehearsal && (await dueCustomer(ctx, id));
    if (!customer) return null;
    if (rehearsal.ended !== null) await endCustomer(ctx, rehearsal, customer, 'stopped');
    else if (typeof number === 'string' || number.numberId !== rehearsal.numberId)
      await endRehearsal(ctx, rehearsal, 'number_changed');
    else if (ctx.clock.now() >= rehearsal.endsAt) await endRehearsal(ctx, rehearsal, 'time_up');
    else {
      const [line] = customer.nextLines;
      if (line) {
        await storeStep(ctx, id, {}, WRITING_MS);
        return { rehearsal, customer, line };
      }
      if (customer.final !== null) await endCustomer(ctx, rehearsal, customer, customer.final);
      else await decide(ctx, rehearsal, customer);
    }
    return null;
  });
  if (!writing || typeof number === 'string') return;
  try {
    const url = await number.start();
    await write(writing, url);
  } catch (error) {
    ctx.log.warn(
      { err: error, tenantId: ctx.scope.tenantId },
      'a simulated customer could not write; will retry',
    );
    await inTransaction(ctx, (ctx) => noteFailed(ctx, writing));
    return;
  }
  await inTransaction(ctx, (ctx) => noteWritten(ctx, writing));
}

function write({ rehearsal, customer, line }: Writing, url: string): Promise<void> {
  const { phone, script, nextLines, progress } = customer;
  const number = progress.written - nextLines.length + 1;
  return writeLine(
    { url, numberId: rehearsal.numberId, phone, name: scriptOf(rehearsal.language, script).name },
    line,
    `wamid.rehearsal.${customer.id.toString('hex')}.${number}`,
  );
}

/**
 * Returns the customer who was writing a line, with the rehearsal locked; null when they have ended meanwhile, or another
 * server has written the line too.
 */
async function lockWriter(
  ctx: ChangeContext,
  { rehearsal, customer: before }: Writing,
): Promise<Customer | null> {
  const now = await lockRehearsal(ctx, rehearsal.id);
  const customer = now && (await findCustomer(ctx, before.id));
  if (!customer || customer.outcome !== null) return null;
  return customer.nextLines.length === before.nextLines.length ? customer : null;
}

/** Stores that a line could not be written: it is tried again after a pause. */
async function noteFailed(ctx: ChangeContext, writing: Writing): Promise<void> {
  const customer = await lockWriter(ctx, writing);
  if (customer) await storeStep(ctx, customer.id, {}, FAILED_MS);
}

/** Stores that a line was written: the next one takes its time to be typed. */
async function noteWritten(ctx: ChangeContext, writing: Writing): Promise<void> {
  const { rehearsal } = writing;
  const customer = await lockWriter(ctx, writing);
  if (!customer) return;
  const nextLines = customer.nextLines.slice(1);
  const [next] = nextLines;
  const wroteAt = ctx.clock.now();
  // The last line arrives before the conversation is closed; later, it would open it again.
  const pauseMs = customer.final === null ? LOOK_MS : ARRIVAL_MS;
  await storeStep(ctx, customer.id, { nextLines, wroteAt }, next ? typingMs(next, rehearsal.pace) : pauseMs);
  recordRehearsal(ctx, rehearsal.id);
}

/** Decides what a customer does who has nothing to write. */
async function decide(ctx: ChangeContext, rehearsal: Rehearsing, customer: Customer): Promise<void> {
  const script = scriptOf(rehearsal.language, customer.script);
  const { progress } = customer;
  if (progress.written === 0) return react(ctx, rehearsal, customer, openWith(script, progress));
  const place = (await conversationsOf(ctx, [customer.phone])).get(customer.phone);
  if (!place) {
    // The platform has not called yet, or a member has deleted the contact.
    if (progress.isAssigned) return endCustomer(ctx, rehearsal, customer, 'deleted');
    return storeStep(ctx, customer.id, {}, LOOK_MS);
  }
  if (!progress.isAssigned) {
    await assign(ctx, place.conversationId, customer.memberId);
    return storeStep(ctx, customer.id, { progress: { ...progress, isAssigned: true } }, LOOK_MS);
  }
  const messages = await messagesSince(ctx, place.contactId, rehearsal.createdAt);
  const answers = messages.filter(({ direction }) => direction === 'outbound');
  const known = new Set(progress.read);
  const isNew = answers.filter(({ id }) => !known.has(id.toString('hex')));
  const now = ctx.clock.now().getTime();
  const last = isNew.at(-1);
  const { hints } = SCRIPT_BOOKS[rehearsal.language];
  if (!last) {
    const since = Math.max(customer.wroteAt?.getTime() ?? now, answers.at(-1)?.createdAt.getTime() ?? 0);
    if (now - since < patienceMs(script.mood, rehearsal.pace))
      return storeStep(ctx, customer.id, {}, LOOK_MS);
    return react(ctx, rehearsal, customer, nudge(script, hints, progress));
  }
  if (now - last.createdAt.getTime() < SETTLE_MS) return storeStep(ctx, customer.id, {}, LOOK_MS);
  const read = await noteAnswers(ctx, progress, {
    ...{ messages, isNew, contactId: place.contactId, contactName: script.name },
  });
  const text = isNew.map(({ text }) => text).join('\n');
  return react(ctx, rehearsal, customer, answerTo(script, hints, read, text));
}

async function react(
  ctx: ChangeContext,
  rehearsal: Rehearsing,
  customer: Customer,
  { progress, lines, outcome }: Reaction,
): Promise<void> {
  const [first] = lines;
  const change = { progress, nextLines: lines, final: outcome };
  await storeStep(ctx, customer.id, change, first ? typingMs(first, rehearsal.pace) : LOOK_MS);
  recordRehearsal(ctx, rehearsal.id);
}

/** Counts new answers, and checks each as before sending. */
async function noteAnswers(
  ctx: ChangeContext,
  progress: Progress,
  on: {
    messages: readonly ReadMessage[];
    isNew: readonly ReadMessage[];
    contactId: Buffer;
    contactName: string;
  },
): Promise<Progress> {
  const { messages, isNew, contactId, contactName } = on;
  const members = await findRows(ctx, 'user', { columns: ['name'], limit: 200 });
  const findings = [...progress.findings];
  for (const { id, text, hasFile } of isNew) {
    const values = identifiersToCheck(text, VALUES_CHECKED_MAX);
    const others = values.length > 0 ? await knownToOthers(ctx, encodeId('contact', contactId), values) : [];
    const found = checkBeforeSend(text, {
      contactName,
      memberNames: members.map(({ name }) => name),
      ...{ hasAttachment: Number(hasFile) === 1, windowIsOpen: true, knownToOthers: others },
    });
    for (const { kind, start, end } of found)
      findings.push({ kind, messageId: id.toString('hex'), start, end });
  }
  const question = messages.find(({ direction }) => direction === 'inbound');
  const [first] = isNew;
  const firstResponseMs =
    progress.firstResponseMs ??
    (question && first ? Math.max(0, first.createdAt.getTime() - question.createdAt.getTime()) : null);
  const answers = progress.answers + isNew.length;
  return {
    ...progress,
    answers,
    read: [...progress.read, ...isNew.map(({ id }) => id.toString('hex'))],
    findings,
    firstResponseMs,
  };
}

/** Gives a conversation to the member who practices with it, as long as they are a member. */
async function assign(ctx: ChangeContext, conversationId: Buffer, memberId: Buffer): Promise<void> {
  const member = await findRow(ctx, 'user', { columns: ['id'], where: { id: memberId } });
  const state = member && (await lockWorkState(ctx, conversationId));
  if (!state) return;
  if (await assignTo(ctx, state, memberId)) await recordChange(ctx, state.id);
}

/** Ends a customer, and with the last one the rehearsal. */
async function endCustomer(
  ctx: ChangeContext,
  rehearsal: Rehearsing,
  { id }: Pick<Customer, 'id'>,
  outcome: RehearsalOutcome,
): Promise<void> {
  await updateRow(ctx, 'rehearsalCustomer', id, { outcome, dueAt: null, nextLines: '[]', final: null });
  const others = await customersOf(ctx, [rehearsal.id]);
  if (rehearsal.ended === null && others.every((one) => one.outcome !== null))
    await endRehearsal(ctx, rehearsal, 'done');
  else recordRehearsal(ctx, rehearsal.id);
}

const OUTCOME_OF: Readonly<Record<RehearsalEnd, RehearsalOutcome>> = {
  done: 'reached',
  stopped: 'stopped',
  time_up: 'time_up',
  number_changed: 'stopped',
};

/** Ends a rehearsal whose row is locked: its customers write no more, and their conversations are closed. */
export async function endRehearsal(
  ctx: ChangeContext,
  rehearsal: Rehearsing,
  ended: RehearsalEnd,
): Promise<void> {
  await updateRow(ctx, 'rehearsal', rehearsal.id, { ended, endedAt: ctx.clock.now() });
  const customers = await customersOf(ctx, [rehearsal.id]);
  for (const { id, outcome } of customers) {
    if (outcome !== null) continue;
    const change = { outcome: OUTCOME_OF[ended], dueAt: null, nextLines: '[]', final: null };
    await updateRow(ctx, 'rehearsalCustomer', id, change);
  }
  const places = await conversationsOf(
    ctx,
    customers.map(({ phone }) => phone),
  );
  for (const { conversationId } of places.values()) await close(ctx, conversationId);
  recordRehearsal(ctx, rehearsal.id);
}

async function close(ctx: ChangeContext, conversationId: Buffer): Promise<void> {
  const state = await lockWorkState(ctx, conversationId);
  if (state && (await closeWork(ctx, state))) await recordChange(ctx, state.id);
}

/** Records that a rehearsal has changed. */
export function recordRehearsal(ctx: ChangeContext, id: Buffer): void {
  ctx.record('rehearsal.changed', { id: encodeId('rehearsal', id) });
}
