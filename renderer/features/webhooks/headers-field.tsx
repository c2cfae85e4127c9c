import { ActionIcon, Button, Input, PasswordInput, TextInput, Tooltip } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type EndpointValues, type HeaderValue, newHeader } from './endpoint-values.ts';
import classes from './headers-field.module.css';

const HEADERS_MAX = 10;

/** Headers of the receiver's own. Values are written only: those that are stored are never shown again. */
export function HeadersField({ form }: { form: UseFormReturnType<EndpointValues> }) {
  const { headers } = form.values;
  return (
    <Input.Wrapper
      label="Headers"
      description="Sent with every request, such as authorization or x-team. What you enter is stored encrypted and not shown again."
      error={form.errors.headers}
      labelElement="div"
    >
      <div className={classes.rows} style={{ marginTop: 8 }}>
        {headers.map((header, index) => (
          <HeaderRow key={header.key} form={form} header={header} index={index} />
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
              Add header
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
}: {
  form: UseFormReturnType<EndpointValues>;
  header: HeaderValue;
  index: number;
}) {
  const [name, value] = [`headers.${index}.name`, `headers.${index}.value`];
  const faults = [form.errors[name], form.errors[value]].filter(Boolean);
  const faultId = `header-fault-${header.key}`;
  const shared = { autoComplete: 'off', 'aria-describedby': faults.length > 0 ? faultId : undefined };
  return (
    <div data-testid="endpoint-header">
      <div className={classes.row}>
        <TextInput
          className={classes.name}
          aria-label={`Name of header ${index + 1}`}
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
          aria-label={`Value of header ${index + 1}`}
          placeholder={header.isKept ? 'Stays as it is' : 'Value'}
          {...shared}
          autoComplete="new-password"
          {...form.getInputProps(value)}
          error={form.errors[value] !== undefined}
        />
        <Tooltip label="Remove header">
          <ActionIcon
            size={36}
            aria-label={`Remove header ${header.name === '' ? index + 1 : header.name}`}
            onClick={() => form.removeListItem('headers', index)}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      {faults.length > 0 && (
        <Input.Error id={faultId} mt={5}>
          {faults.join('. ')}
        </Input.Error>
      )}
    </div>
  );
}
