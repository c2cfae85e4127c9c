import type {
  AssistFeature,
  AssistLanguage,
  AssistOutcome,
} from '../../../../shared/domain/assist/features.ts';
import { languageOf } from '../../../../shared/domain/assist/text/language.ts';
import { isSimulatedPhone } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import { countOutcome } from '../../../lib/assist-settings.ts';
import { useConversations } from '../list/conversations.store.ts';

/** What became of a suggestion in a conversation. */
interface Counted {
  outcome: AssistOutcome;
  /** The text that it is about, by whose language it is counted; or that language. */
  text?: string;
  language?: AssistLanguage;
  model?: string;
}

/** Counts what became of a suggestion in a conversation, unless the customer is a simulated one: that is practice. */
export function countFor(
  conversationId: string,
  feature: AssistFeature,
  { outcome, text = '', language = countedLanguage(text), model = '' }: Counted,
): void {
  const contact = useConversations.getState().byId[conversationId]?.contact;
  if (isSimulatedPhone(contact?.phone)) return;
  countOutcome({ feature, outcome, language, model });
}

/** Returns a function that does something once for each key, as long as the page is open. */
export function oncePerPage(): (key: string, work: () => void) => void {
  const done = new Set<string>();
  return (key, work) => {
    if (done.has(key)) return;
    done.add(key);
    work();
  };
}

function countedLanguage(text: string): AssistLanguage {
  const language = languageOf(text);
  return language === 'unknown' ? 'other' : language;
}
