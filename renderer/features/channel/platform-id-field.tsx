import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for a platform id, which consists of digits. */
export function PlatformIdField(props: TextInputProps) {
  return <TextInput required autoComplete="off" inputMode="numeric" {...props} />;
}
