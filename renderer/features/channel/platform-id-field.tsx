import { TextInput, type TextInputProps } from '@mantine/core';

/** One of the platform's ids, which are digits. */
export function PlatformIdField(props: TextInputProps) {
  return <TextInput required autoComplete="off" inputMode="numeric" {...props} />;
}
