import { Button, Drawer } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { api } from '../../lib/api/api.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { whyBlocked, whyUnsupported } from './platform-text.ts';
import { CategoryMark, QualityMark, StatusMark } from './template-marks.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { formOf } from './template-text.ts';
import { noteTemplate } from './templates.queries.ts';
import classes from './templates-table.module.css';

/** Shows a template as the customer's phone will, with its status on the platform. */
export function TemplateDrawer({
  template,
  canManage,
  onClose,
}: {
  template: Template | null;
  canManage: boolean;
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={template !== null}
      onClose={onClose}
      title={template?.name ?? t('templates:drawer.title')}
    >
      {template && <Facts template={template} />}
      {template && canManage && <DeleteTemplate template={template} onDeleted={onClose} />}
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

/** Deletes the template on the platform, after a confirmation: its name may be blocked for weeks. */
function DeleteTemplate({ template, onDeleted }: { template: Template; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation(() => api.templates.remove({ params: { id: template.id } }), {
    onSuccess: () => {
      noteTemplate(template.id, null);
      setAsking(false);
      onDeleted();
    },
  });
  return (
    <>
      <Button
        variant="default"
        color="red"
        mt="lg"
        leftSection={<IconTrash size={16} />}
        onClick={() => setAsking(true)}
        data-testid="template-delete"
      >
        {t('templates:delete.open')}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={t('templates:delete.title')}
        confirmLabel={t('templates:delete.confirm')}
        mutation={deleting}
        onClose={() => setAsking(false)}
      >
        {t('templates:delete.text', { name: template.name, language: template.language })}
      </ConfirmModal>
    </>
  );
}
