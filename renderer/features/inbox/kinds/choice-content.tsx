import { IconForms, IconHandClick, IconListDetails } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { InboundFacts } from '../../../../shared/contract/inbound-facts.ts';
import { kindLabel } from '../message-kind.ts';
import { FactList } from './fact-list.tsx';
import { KindCard } from './kind-card.tsx';

type Choice = NonNullable<InboundFacts['choice']>;

const LABELS: Readonly<Record<Choice['kind'], string>> = {
  quick_reply: 'Button of a template',
  button: 'Button',
  list: 'Chosen from a list',
  form: 'Filled form',
  other: 'Answer',
};
const SIGNS = { list: IconListDetails, form: IconForms } as const;

/** What the customer chose or filled in, instead of writing. */
export function ChoiceContent({ message }: { message: ThreadMessage }) {
  const choice = message.inbound?.choice ?? null;
  if (choice === null)
    return <KindCard icon={IconHandClick} label={message.content || kindLabel(message.type)} />;
  const { kind, title, description, form } = choice;
  const sign = kind === 'list' || kind === 'form' ? SIGNS[kind] : IconHandClick;
  return (
    <KindCard
      icon={sign}
      label={title ?? LABELS[kind]}
      lines={[title === null ? null : LABELS[kind], description]}
    >
      {form !== null && <FactList facts={Object.entries(form).filter(isAnswer).map(inWords)} />}
    </KindCard>
  );
}

/** The token that ties a form to its sending is of no interest to people. */
function isAnswer([name]: [string, unknown]): boolean {
  return name !== 'flow_token';
}

function inWords([name, value]: [string, unknown]): [string, string] {
  return [name.replaceAll('_', ' '), typeof value === 'string' ? value : JSON.stringify(value)];
}
