import { ActionIcon, Button, Input, PasswordInput, TextInput, Tooltip } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type EndpointValues, type HeaderValue, isNewHost, newHeader } from './endpoint-values.ts';
import classes from './headers-field.module.css';

const HEADERS_MAX = 10;

/** The custom headers of an endpoint. Values are write-only: stored ones are never shown. */
export function HeadersField({ form }: { form: UseFormReturnType<EndpointValues> }) {
  const { headers } = form.values;
  const isLost = isNewHost(form.values) && headers.some(({ isKept }) => isKept);
  return (
    <Input.Wrapper
      label={t('webhooks:form.headers')}
      description={t('webhooks:form.headersHint')}
      error={form.errors.headers}
      labelElement="div"
    >
      <div className={classes.rows} style={{ marginTop: 8 }}>
        {isLost && <Notice tone="warn">{t('webhooks:form.hostChanged')}</Notice>}
        {headers.map((header, index) => (
          <HeaderRow key={header.key} form={form} header={header} index={index} isLost={isLost} />
        ))}
        {headers.length < HEADERS_MAX && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} />}
              onClick={() => form.insertListItem('headers', newHeader())}
              data-testid="endpoint-header-add"
            >
              {t('webhooks:form.addHeader')}
            </Button>
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}

function HeaderRow({
  form,
  header,
  index,
  isLost,
}: {
  form: UseFormReturnType<EndpointValues>;
  header: HeaderValue;
  index: number;
  /** Whether stored values are not kept, because the host has changed. */
  isLost: boolean;
}) {
  const [name, value] = [`headers.${index}.name`, `headers.${index}.value`];
  const errors = [form.errors[name], form.errors[value]].filter(Boolean);
  const errorId = `header-error-${header.key}`;
  const shared = { autoComplete: 'off', 'aria-describedby': errors.length > 0 ? errorId : undefined };
  return (
    <div data-testid="endpoint-header">
      <div className={classes.row}>
        <TextInput
          className={classes.name}
          aria-label={t('webhooks:form.headerName', { number: index + 1 })}
          placeholder="x-team"
          readOnly={header.isKept}
          variant={header.isKept ? 'filled' : 'default'}
          spellCheck={false}
          {...shared}
          {...form.getInputProps(name)}
          error={form.errors[name] !== undefined}
        />
        <PasswordInput
          className={classes.value}
          aria-label={t('webhooks:form.headerValue', { number: index + 1 })}
          placeholder={header.isKept && !isLost ? t('webhooks:form.valueKept') : t('webhooks:form.value')}
          {...shared}
          autoComplete="new-password"
          {...form.getInputProps(value)}
          error={form.errors[value] !== undefined}
        />
        <Tooltip label={t('webhooks:form.removeHeader')}>
          <ActionIcon
            size={36}
            aria-label={t('webhooks:form.removeHeaderLabel', { name: header.name || index + 1 })}
            onClick={() => form.removeListItem('headers', index)}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      {errors.length > 0 && (
        <Input.Error id={errorId} mt={5}>
          {errors.map((error, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the error of the name is always first
            <div key={position}>{error}</div>
          ))}
        </Input.Error>
      )}
    </div>
  );
}
