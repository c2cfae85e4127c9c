import { create } from 'zustand';
import type { AssistSettings } from '../../../../../shared/contract/assist/assist.contract.ts';
import {
  type AssistMode,
  type AssistOutcome,
  CHECKED_VALUES_MAX,
} from '../../../../../shared/domain/assist/features.ts';
import {
  type CheckFinding,
  checkBeforeSend,
  identifiersToCheck,
  type Suggested,
} from '../../../../../shared/domain/assist/text/check.ts';
import { isWindowOpen } from '../../../../../shared/domain/window.ts';
import { api } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { serverNow } from '../../../../lib/api/server-clock.ts';
import { assistOptions } from '../../../../lib/assist-settings.ts';
import { localStore } from '../../../../lib/offline/local-store.ts';
import { onLeave } from '../../../../lib/on-leave.ts';
import { readDraft } from '../../composer/drafts.store.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { tilesOf } from '../../media/tray.store.ts';
import { useThreads } from '../../thread/store/threads.store.ts';
import { countFor } from '../count-for.ts';
import { localNow } from '../local-now.ts';

/** What was noticed about a text when the person wanted to send it. */
interface Warning {
  text: string;
  findings: readonly CheckFinding[];
  send: () => void;
}

/** What is noticed is shown until the text changes or is sent. */
export const useWarnings = create<Readonly<Record<string, Warning | undefined>>>(() => ({}));

/** Where something was noticed about a text that was not sent yet. */
const warned = new Set<string>();

/** The mode that this device remembers for the person, which counts until the settings are loaded. */
let remembered: AssistMode = 'off';

/** The prepared replies that people took and have not sent yet. */
const taken = new Map<string, string>();

onLeave(() => {
  useWarnings.setState({}, true);
  warned.clear();
  taken.clear();
  remembered = 'off';
});

/** How many of the last messages a fact may come from. */
const SOURCES_MAX = 30;

/** Notes that the text of a conversation begins as a prepared reply: a fact that is changed in it is worth a look. */
export function noteTaken(conversationId: string, text: string): void {
  taken.set(conversationId, text);
}

/** Returns the prepared reply that a text began as, with what its facts may come from. */
function suggestedIn(conversationId: string): Suggested | undefined {
  const text = taken.get(conversationId);
  if (text === undefined) return undefined;
  const { name = '', phone = '' } = useConversations.getState().byId[conversationId]?.contact ?? {};
  const messages = useThreads.getState()[conversationId]?.messages.slice(-SOURCES_MAX) ?? [];
  const written = messages.map(({ content, caption }) => content ?? caption ?? '');
  return { text, sources: [name, phone ?? '', ...written], today: localNow().date };
}

/** A person does not wait longer for the server; the network may be away. */
const WAIT_MS = 1_500;
const KNOWN_FOR_MS = 5 * 60_000;

/** Looks at the text of the composer. Sending the same text again sends it, unless a finding blocks. */
export function checkText(conversationId: string, send: () => void): boolean {
  const mode = modeNow();
  const text = readDraft(conversationId).trim();
  if (mode === 'off' || text === '') return true;
  const known = mode === 'on' ? knownToOthers(conversationId, text) : [];
  if (known === null) {
    // What was typed since is not what the person wanted to send.
    const sendUnchanged = () => readDraft(conversationId).trim() === text && send();
    void lookUp(conversationId, text).then(sendUnchanged);
    return false;
  }
  const conversation = useConversations.getState().byId[conversationId];
  const findings = checkBeforeSend(text, {
    contactName: conversation?.contact.name || null,
    hasAttachment: tilesOf(conversationId).length > 0,
    windowIsOpen: isWindowOpen(conversation?.windowExpiresAt ?? null, new Date(serverNow())),
    knownToOthers: known,
    began: suggestedIn(conversationId),
  });
  const count = (outcome: AssistOutcome) => countFor(conversationId, 'check', { outcome, text });
  const isWarned = warned.has(conversationId);
  // The text is counted once on its way, however often it is changed.
  if (!isWarned) count('eligible');
  const before = useWarnings.getState()[conversationId];
  const isRepeated = before?.text === text && !findings.some(({ isBlocking }) => isBlocking);
  if (findings.length === 0 || isRepeated || mode === 'shadow') {
    // What was noticed was put right, or sent all the same.
    if (isWarned) count(findings.length === 0 ? 'unedited' : 'dismissed');
    else if (findings.length > 0) count('ready');
    warned.delete(conversationId);
    taken.delete(conversationId);
    forgetWarning(conversationId);
    return true;
  }
  if (!isWarned) count('shown');
  warned.add(conversationId);
  useWarnings.setState({ [conversationId]: { text, findings, send } });
  return false;
}

/** Takes the warning about a conversation's text away. */
export function forgetWarning(conversationId: string): void {
  if (useWarnings.getState()[conversationId]) useWarnings.setState({ [conversationId]: undefined });
}

/** Asks ahead whose emails, phones and codes a text has, so that sending need not wait. */
export function lookUpAhead(conversationId: string, text: string): void {
  if (modeNow() === 'on' && knownToOthers(conversationId, text) === null) void lookUp(conversationId, text);
}

/** Recalls the mode that the settings of a person and workspace had on this device. */
export function recallMode(owner: string): void {
  const stored = localStore.read(keyOfMode(owner));
  remembered = stored === 'on' || stored === 'shadow' ? stored : 'off';
}

/** Remembers the mode of the loaded settings. Where it is not on, nothing that the remembered one has noticed is shown. */
export function noteMode(owner: string, conversationId: string, mode: AssistMode): void {
  if (mode === 'off') localStore.remove(keyOfMode(owner));
  else localStore.write(keyOfMode(owner), mode);
  if (mode !== 'on') forgetWarning(conversationId);
}

function keyOfMode(owner: string): string {
  return `check.${owner}`;
}

function modeNow(): AssistMode {
  const settings: AssistSettings | undefined = queryClient.getQueryData(assistOptions().queryKey);
  return settings?.modes.check ?? remembered;
}

/** Returns what of a text is known for other contacts only; null when it is not known yet. */
function knownToOthers(conversationId: string, text: string): readonly string[] | null {
  const values = identifiersToCheck(text, CHECKED_VALUES_MAX);
  const contactId = useConversations.getState().byId[conversationId]?.contact.id;
  if (values.length === 0 || contactId === undefined) return [];
  return queryClient.getQueryData<readonly string[]>(keyOf(contactId, values)) ?? null;
}

/** Asks the server. Without an answer in time the text passes: it must not be held up by the network. */
async function lookUp(conversationId: string, text: string): Promise<void> {
  const values = identifiersToCheck(text, CHECKED_VALUES_MAX);
  const contactId = useConversations.getState().byId[conversationId]?.contact.id;
  if (contactId === undefined) return;
  const queryKey = keyOf(contactId, values);
  const store = (known: readonly string[]) => queryClient.setQueryData(queryKey, known);
  queryClient.setQueryDefaults(['text-check'], { gcTime: KNOWN_FOR_MS });
  const answer = api.assist.checkText({ params: { id: contactId }, body: { values } });
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([answer.then(({ knownToOthers }) => store(knownToOthers)).catch(() => undefined), late]);
  if (queryClient.getQueryData(queryKey) === undefined) store([]);
}

function keyOf(contactId: string, values: readonly string[]) {
  return ['text-check', contactId, ...values] as const;
}
