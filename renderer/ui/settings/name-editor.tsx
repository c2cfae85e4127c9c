import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { z } from 'zod';
import { required } from '../../lib/forms/field-rules.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { MutationForm } from '../mutation-form.tsx';

interface NameEditorProps<Saved> {
  name: string;
  schema: z.ZodType<string>;
  /** `change` is on the button; `title` is above the form; `missing` is the error of an empty name. */
  texts: { change: string; title: string; label: string; missing: string; changed: string };
  autoComplete: string;
  /** The test id of the name, and the beginning of those of its button and form. */
  testId: string;
  /** @throws {ApiError} */
  save: (name: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** A name, with a form to change it. */
export function NameEditor<Saved>(props: NameEditorProps<Saved>) {
  const { name, texts, testId, onSaved } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <span dir="auto" style={{ overflowWrap: 'anywhere' }} data-testid={testId}>
        {name}
      </span>
      <Button variant="default" flex="none" onClick={() => setOpen(true)} data-testid={`${testId}-change`}>
        {texts.change}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.title}>
        <NameForm
          {...props}
          onCancel={close}
          onSaved={(saved) => {
            close();
            onSaved(saved);
          }}
        />
      </Modal>
    </Group>
  );
}

function NameForm<Saved>({
  name,
  schema,
  texts,
  autoComplete,
  testId,
  save,
  onSaved,
  onCancel,
}: NameEditorProps<Saved> & { onCancel: () => void }) {
  const form = useForm({ initialValues: { name }, validate: { name: required(texts.missing, schema) } });
  const saving = useMutation((values: typeof form.values) => save(values.name), {
    form,
    fields: ['name'],
    toast: () => texts.changed,
    onSuccess: onSaved,
  });
  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onCancel}
      submitLabel={t('actions.save')}
      submitTestId={`${testId}-submit`}
    >
      <TextInput
        label={texts.label}
        autoComplete={autoComplete}
        data-autofocus
        data-testid={`${testId}-field`}
        {...form.getInputProps('name')}
      />
    </MutationForm>
  );
}
