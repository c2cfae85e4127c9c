import { Button, Group } from '@mantine/core';
import { ScheduleMenu } from '../composer/schedule-menu.tsx';

/** The end of a form of an attachment: it is sent now, or at a time. */
export function AttachmentSend({
  conversationId,
  label,
  canSend,
  isSubmit = false,
  onSend,
}: {
  conversationId: string;
  label: string;
  canSend: boolean;
  /** Whether the form around it sends it, also with the Enter key. */
  isSubmit?: boolean;
  onSend(sendAt?: Date): void;
}) {
  return (
    <Group gap="xs" justify="flex-end">
      <ScheduleMenu
        conversationId={conversationId}
        canSend={canSend}
        testId="attachment-schedule"
        size={36}
        onSchedule={onSend}
      />
      <Button
        disabled={!canSend}
        {...(isSubmit ? { type: 'submit' } : { onClick: () => onSend() })}
        data-testid="attachment-send"
      >
        {label}
      </Button>
    </Group>
  );
}
