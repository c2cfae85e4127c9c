import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { parseTemplateDraft } from '../../lib/template-pick.ts';
import { useTemplateDrafts } from './drafts.store.ts';
import { openTemplates } from './template-area.store.ts';

/** The way to the templates while a reply could be typed, with a dot while one is half filled in. */
export function TemplateButton({ conversationId }: { conversationId: string }) {
  const draft = parseTemplateDraft(useTemplateDrafts((state) => state.byConversation[conversationId] ?? ''));
  const label = draft ? `Go on with the template ${draft.name}` : 'Send a template';
  return (
    <Tooltip label={`${label} (Alt + T)`}>
      <Indicator disabled={draft === null} size={9} offset={5} color="pine">
        <ActionIcon
          size={36}
          radius="xl"
          aria-label={label}
          aria-keyshortcuts="Alt+T"
          onClick={() => openTemplates(conversationId)}
          data-testid="template-open"
        >
          <IconTemplate size={19} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
