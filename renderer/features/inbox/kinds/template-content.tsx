import { IconTemplate } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import classes from './kind-card.module.css';
import { KindCard } from './kind-card.tsx';
import { RenderedTemplate, renderedOf } from './rendered-template.tsx';
import { templateParts } from './template-parts.ts';

/** A template as the customer reads it, or its name and values where its text is not known. */
export function TemplateContent({ message }: { message: ThreadMessage }) {
  const { templateName, templateLanguage, components } = message;
  const rendered = renderedOf(message);
  if (rendered !== null) return <RenderedTemplate message={message} rendered={rendered} />;
  const parts = templateParts(components);
  return (
    <KindCard
      icon={IconTemplate}
      label={templateName ?? kindLabel('template')}
      lines={[
        templateLanguage === null
          ? kindLabel('template')
          : t('inbox:kinds.template.inLanguage', { language: templateLanguage }),
      ]}
    >
      {parts.length > 0 && (
        <dl className={classes.parts}>
          {parts.flatMap(({ key, label, values }) => [
            <dt key={`${key} name`}>{label}</dt>,
            <dd key={key} dir="auto">
              {values.join(' · ')}
            </dd>,
          ])}
        </dl>
      )}
    </KindCard>
  );
}
