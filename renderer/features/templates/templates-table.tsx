import type { Template } from '../../../shared/contract/templates.contract.ts';
import { t } from '../../lib/i18n.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../ui/list/data-table.tsx';
import { rejectionText } from './platform-text.ts';
import { CategoryMark, QualityMark, StatusMark } from './template-marks.tsx';
import { formOf } from './template-text.ts';
import classes from './templates-table.module.css';

const columns = (): Column[] => [
  { key: 'name', title: t('templates:list.columns.name') },
  { key: 'language', title: t('templates:list.columns.language'), width: 110, room: 'small' },
  { key: 'status', title: t('templates:list.columns.status'), width: 165 },
  { key: 'category', title: t('templates:list.columns.category'), width: 150, room: 'medium' },
  { key: 'quality', title: t('templates:list.columns.quality'), width: 190, room: 'large' },
];

/** The templates of the workspace. Null while they load. */
export function TemplatesTable({
  templates,
  onOpen,
}: {
  templates: readonly Template[] | null;
  onOpen: (template: Template) => void;
}) {
  return (
    <DataTable label={t('templates:list.label')} columns={columns()}>
      {templates === null ? (
        <SkeletonRows columns={columns()} rows={6} hasActions={false} />
      ) : (
        templates.map((template) => (
          <tr
            key={template.id}
            className={OPENING_ROW.row}
            data-testid="template-row"
            data-name={template.name}
          >
            <td>
              <button
                type="button"
                className={`${OPENING_ROW.opener} ${classes.open}`}
                onClick={() => onOpen(template)}
              >
                <Breakable text={template.name} />
              </button>
              <div className={classes.text} dir="auto">
                {formOf(template).body.text}
              </div>
            </td>
            <td data-room="small">{template.language}</td>
            <td>
              <StatusMark template={template} />
              {template.rejectedReason !== null && (
                <div className={classes.reason}>
                  {t('templates:list.rejectedBecause', { reason: rejectionText(template.rejectedReason) })}
                </div>
              )}
            </td>
            <td data-room="medium">
              <CategoryMark template={template} />
            </td>
            <td data-room="large">
              <QualityMark quality={template.quality} />
            </td>
          </tr>
        ))
      )}
    </DataTable>
  );
}
