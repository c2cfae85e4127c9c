import { Drawer } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { t } from '../../lib/i18n.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { whyBlocked, whyUnsupported } from './platform-text.ts';
import { CategoryMark, QualityMark, StatusMark } from './template-marks.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { formOf } from './template-text.ts';
import classes from './templates-table.module.css';

/** Shows a template as the customer's phone will, with its status on the platform. */
export function TemplateDrawer({ template, onClose }: { template: Template | null; onClose: () => void }) {
  return (
    <Drawer
      opened={template !== null}
      onClose={onClose}
      title={template?.name ?? t('templates:drawer.title')}
    >
      {template && <Facts template={template} />}
    </Drawer>
  );
}

function Facts({ template }: { template: Template }) {
  const form = formOf(template);
  const reason = whyBlocked(template);
  const unsupported = whyUnsupported(form);
  return (
    <div data-testid="template-drawer">
      <div className={classes.facts}>
        <StatusMark template={template} />
        <span>{template.language}</span>
        <CategoryMark template={template} />
        <QualityMark quality={template.quality} />
        {reason && <p>{reason}</p>}
        {unsupported && <p>{unsupported}</p>}
        {template.lastSentAt !== null && (
          <p>
            <Trans
              ns="templates"
              i18nKey="drawer.lastSent"
              components={{ time: <RelativeTime time={template.lastSentAt} inWords /> }}
            />
          </p>
        )}
      </div>
      <TemplatePreview form={form} values={{}} />
    </div>
  );
}
