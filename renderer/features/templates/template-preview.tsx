import {
  IconArrowBackUp,
  IconCopy,
  IconExternalLink,
  IconFile,
  IconForms,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { TemplateValues } from '../../../shared/domain/templates/template-fields.ts';
import type {
  ButtonKind,
  TemplateForm,
  TemplateHeader,
} from '../../../shared/domain/templates/template-form.ts';
import { segmentsOf } from '../../../shared/domain/templates/template-text.ts';
import { t } from '../../lib/i18n.ts';
import classes from './template-preview.module.css';
import { variableValue } from './template-text.ts';

/** The message as the customer's phone will show it, with the values entered so far. */
export function TemplatePreview({ form, values }: { form: TemplateForm; values: TemplateValues }) {
  return (
    <div className={classes.phone} data-testid="template-preview">
      <div className={classes.bubble}>
        {form.header && <Header header={form.header} values={values} />}
        {form.body.text === '' ? (
          <p className={classes.footer}>{t('templates:preview.body')}</p>
        ) : (
          <p className={classes.text} dir="auto">
            <Filled part="body" text={form.body.text} values={values} />
          </p>
        )}
        {form.footer !== null && (
          <p className={classes.footer} dir="auto">
            {form.footer}
          </p>
        )}
      </div>
      {form.buttons.map(({ index, kind, label, url }) => {
        const Icon = BUTTON_ICONS[kind];
        const suffix = values[`button.${index}`]?.trim();
        return (
          <div key={index} className={classes.button}>
            <Icon size={15} aria-hidden="true" />
            <span dir="auto">{label || t('templates:preview.copyCode')}</span>
            {url !== null && suffix && <small>{url.replace(/\{\{[^{}]*\}\}/, suffix)}</small>}
            {kind === 'copy_code' && suffix && <small>{suffix}</small>}
          </div>
        );
      })}
    </div>
  );
}

type Icon = ComponentType<{ size?: number }>;

const BUTTON_ICONS: Readonly<Record<ButtonKind, Icon>> = {
  url: IconExternalLink,
  copy_code: IconCopy,
  one_time_code: IconCopy,
  quick_reply: IconArrowBackUp,
  flow: IconForms,
  catalog: IconForms,
  mpm: IconForms,
  phone: IconPhone,
  other: IconForms,
};

const HEADER_ICONS: Readonly<Record<Exclude<TemplateHeader['kind'], 'text'>, Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  document: IconFile,
  location: IconMapPin,
};

function Header({ header, values }: { header: TemplateHeader; values: TemplateValues }) {
  if (header.kind === 'text') {
    return (
      <p className={classes.head} dir="auto">
        <Filled part="header" text={header.text} values={values} />
      </p>
    );
  }
  const Icon = HEADER_ICONS[header.kind];
  const link = values['header.link']?.trim() ?? '';
  const label = values['header.place_name']?.trim() || values['header.filename']?.trim() || lastStep(link);
  return (
    <div className={classes.file}>
      <Icon size={26} />
      <span dir="auto">{label || t(`templates:preview.${header.kind}`)}</span>
    </div>
  );
}

/** The text, with missing values highlighted. */
function Filled({ part, text, values }: { part: 'header' | 'body'; text: string; values: TemplateValues }) {
  return segmentsOf(text).map(({ text: segment, variable, at: key }) => {
    if (variable === null) return <span key={key}>{segment}</span>;
    const value = variableValue(part, variable, values);
    return value === '' ? (
      <mark key={key} className={classes.gap}>
        {segment}
      </mark>
    ) : (
      <b key={key} className={classes.filled}>
        {value}
      </b>
    );
  });
}

function lastStep(link: string): string {
  return link.split(/[?#]/)[0]?.split('/').filter(Boolean).slice(2).at(-1) ?? link;
}
