import { Drawer } from '@mantine/core';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { whyNotSendable } from '../../../shared/domain/template-status.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { CategoryMark, QualityMark, StatusMark } from './template-marks.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { formOf } from './template-words.ts';
import classes from './templates-table.module.css';

/** What a template looks like on the phone, and how the platform stands to it. */
export function TemplateDrawer({ template, onClose }: { template: Template | null; onClose: () => void }) {
  return (
    <Drawer opened={template !== null} onClose={onClose} title={template?.name ?? 'Template'}>
      {template && <Facts template={template} />}
    </Drawer>
  );
}

function Facts({ template }: { template: Template }) {
  const form = formOf(template);
  const reason = whyNotSendable(template);
  return (
    <div data-testid="template-drawer">
      <div className={classes.facts}>
        <StatusMark template={template} />
        <span>{template.language}</span>
        <CategoryMark template={template} />
        <QualityMark quality={template.quality} />
        {reason && <p>It {reason.message}.</p>}
        {form.unsupported !== null && <p>{form.unsupported}</p>}
        {template.lastSentAt !== null && (
          <p>
            Last sent from the inbox <RelativeTime time={template.lastSentAt} inWords />.
          </p>
        )}
      </div>
      <TemplatePreview form={form} values={{}} />
    </div>
  );
}
