import type { Template } from '../../../shared/contract/templates.contract.ts';
import { segmentsOf } from '../../../shared/domain/templates/template-text.ts';
import { t } from '../../lib/i18n.ts';
import classes from './template-card.module.css';
import { CategoryMark, QualityMark } from './template-marks.tsx';
import { formOf } from './template-text.ts';

/** A template to choose: its name, language, category and quality, and the beginning of its text. */
export function TemplateCard({
  template,
  isStarted,
  onChoose,
}: {
  template: Template;
  isStarted: boolean;
  onChoose: () => void;
}) {
  const { body } = formOf(template);
  return (
    <button
      type="button"
      className={classes.card}
      onClick={onChoose}
      data-testid="template-card"
      data-name={template.name}
    >
      <span className={classes.name}>
        {template.name}
        {isStarted && <em className={classes.started}>{t('templates:card.started')}</em>}
      </span>
      <span className={classes.facts}>
        <span>{template.language}</span>
        <CategoryMark template={template} />
        <QualityMark quality={template.quality} />
      </span>
      <span className={classes.text} dir="auto">
        {segmentsOf(body.text).map(({ text, variable, at }) => (
          <span key={at} className={variable === null ? undefined : classes.variable}>
            {text}
          </span>
        ))}
      </span>
    </button>
  );
}
