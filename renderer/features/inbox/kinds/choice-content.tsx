import { IconForms, IconHandClick, IconListDetails } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { FactList } from './fact-list.tsx';
import { KindCard } from './kind-card.tsx';

const ICONS = { list: IconListDetails, form: IconForms } as const;

/** The option that the customer chose, or the form that they filled in. */
export function ChoiceContent({ message }: { message: ThreadMessage }) {
  const choice = message.inbound?.choice ?? null;
  if (choice === null)
    return <KindCard icon={IconHandClick} label={message.content || kindLabel(message.type)} />;
  const { kind, title, description, form } = choice;
  const kindText = t(`inbox:kinds.choice.${kind}`);
  const icon = kind === 'list' || kind === 'form' ? ICONS[kind] : IconHandClick;
  return (
    <KindCard icon={icon} label={title ?? kindText} lines={[title === null ? null : kindText, description]}>
      {form !== null && <FactList facts={Object.entries(form).filter(isAnswer).map(formatField)} />}
    </KindCard>
  );
}

/** Returns whether a field was filled in by the customer. `flow_token` only identifies the form. */
function isAnswer([name]: [string, unknown]): boolean {
  return name !== 'flow_token';
}

function formatField([name, value]: [string, unknown]): [string, string] {
  return [name.replaceAll('_', ' '), typeof value === 'string' ? value : JSON.stringify(value)];
}
