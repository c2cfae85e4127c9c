import type { Template } from '../../../shared/contract/templates.contract.ts';
import { reasonInWords } from '../../../shared/domain/template-status.ts';
import { DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { CategoryMark, QualityMark, StatusMark } from './template-marks.tsx';
import { formOf } from './template-words.ts';
import classes from './templates-table.module.css';

const COLUMNS = [
  { key: 'name', title: 'Template' },
  { key: 'language', title: 'Language', width: 110, room: 'small' },
  { key: 'status', title: 'Status', width: 165 },
  { key: 'category', title: 'Category', width: 150, room: 'medium' },
  { key: 'quality', title: 'Quality', width: 175, room: 'large' },
] as const;

/** The templates of the workspace; null while they are on their way. */
export function TemplatesTable({
  templates,
  onOpen,
}: {
  templates: readonly Template[] | null;
  onOpen: (template: Template) => void;
}) {
  return (
    <DataTable label="Templates" columns={COLUMNS}>
      {templates === null ? (
        <SkeletonRows columns={COLUMNS} rows={6} hasActions={false} />
      ) : (
        templates.map((template) => (
          <tr key={template.id} data-testid="template-row" data-name={template.name}>
            <td>
              <button type="button" className={classes.open} onClick={() => onOpen(template)}>
                {template.name}
              </button>
              <div className={classes.text} dir="auto">
                {formOf(template).body.text}
              </div>
            </td>
            <td data-room="small">{template.language}</td>
            <td>
              <StatusMark template={template} />
              {template.rejectedReason !== null && (
                <div className={classes.reason}>Because of {reasonInWords(template.rejectedReason)}</div>
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
