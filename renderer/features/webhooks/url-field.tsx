import { Group, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { WebhookUrlSchema } from '../../../shared/contract/webhook-url.ts';
import { allowed } from '../../lib/field-rules.ts';

const formFault = allowed<string>(WebhookUrlSchema);

/** The address of a receiver, checked as it is typed: what can be known without asking it. */
export function UrlField({
  input,
  isFocused,
}: {
  /** What the form gives its inputs. */
  input: GetInputPropsReturnType;
  isFocused: boolean;
}) {
  const value = String(input.value ?? '').trim();
  const [isLeft, setLeft] = useState(false);
  const fault = value === '' ? null : formFault(value);
  // Half an address is no fault while somebody is typing it.
  const isShown = isLeft || /^https?:\/\/[^/]+\//i.test(value);
  const { onBlur } = input;
  return (
    <div>
      <TextInput
        label="Address"
        required
        description="Where your program listens, such as https://example.com/webhooks"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={isFocused || undefined}
        data-testid="endpoint-url"
        {...input}
        error={input.error ?? (isShown ? fault : null)}
        onBlur={(event: React.FocusEvent) => {
          setLeft(true);
          onBlur?.(event);
        }}
      />
      <div aria-live="polite">
        {value !== '' && fault === null && input.error === undefined && <Verdict url={value} />}
      </div>
    </div>
  );
}

function Verdict({ url }: { url: string }) {
  const isPlain = /^http:/i.test(url);
  return (
    <Group
      gap={6}
      mt={6}
      wrap="nowrap"
      align="flex-start"
      c={isPlain ? 'var(--sb-warn)' : 'var(--sb-accent)'}
    >
      {isPlain ? (
        <IconAlertTriangle size={16} style={{ flex: 'none', marginTop: 2 }} aria-hidden="true" />
      ) : (
        <IconCircleCheck size={16} style={{ flex: 'none', marginTop: 2 }} aria-hidden="true" />
      )}
      <Text size="sm" inherit={false}>
        {isPlain
          ? 'Plain http: nothing is sent unless whoever runs this server allows the address with WEBHOOK_ALLOW_CIDRS.'
          : 'https, no login in it, no fragment. Whether it answers, a test event shows.'}
      </Text>
    </Group>
  );
}
