import { Button, Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';

export interface WorkspaceChoice {
  id: string;
  name: string;
}

/** One button for each workspace that the person belongs to. */
export function WorkspacePicker({
  choices,
  isBusy,
  onChoose,
  onBack,
}: {
  choices: readonly WorkspaceChoice[];
  isBusy: boolean;
  onChoose: (id: string) => void;
  onBack: () => void;
}) {
  return (
    <Stack gap="xs">
      {choices.map((choice) => (
        <Button
          key={choice.id}
          variant="default"
          size="md"
          justify="space-between"
          disabled={isBusy}
          rightSection={<IconChevronRight size={18} />}
          onClick={() => onChoose(choice.id)}
          data-testid="workspace-choice"
        >
          {choice.name}
        </Button>
      ))}
      <Button variant="subtle" mt="xs" onClick={onBack}>
        Use another address
      </Button>
    </Stack>
  );
}
