import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconDots, IconDownload, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import type { Model } from '../../../shared/contract/models.contract.ts';
import { api } from '../../lib/api.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { refreshModels } from './inference.queries.ts';
import classes from './model-catalog.module.css';
import { isMoving } from './model-states.ts';

/** What can be done with a model as it is now. */
export function ModelActions({
  model,
  mayManage,
  onUse,
  onRemove,
}: {
  model: Model;
  mayManage: boolean;
  onUse: (model: Model) => void;
  onRemove: (model: Model) => void;
}) {
  const { id, name, state, isServed, isBuiltIn } = model;
  const download = useDeed(async () => {
    await api.models.download({ params: { id } });
    await refreshModels();
  });
  const cancel = useDeed(async () => {
    await api.models.cancel({ params: { id } });
    await refreshModels();
  });
  const problem = download.problem ?? cancel.problem;
  if (!mayManage || state === 'removing') return null;
  const canFetch = state === 'absent' || state === 'partial';
  const hasFile = state === 'partial' || state === 'installed';
  return (
    <div>
      <div className={classes.actions}>
        {canFetch && (
          <Button
            size="sm"
            variant={state === 'partial' ? 'filled' : 'default'}
            leftSection={<IconDownload size={16} />}
            loading={download.isBusy}
            onClick={download.run}
            aria-label={`${state === 'partial' ? 'Resume' : 'Download'} ${name}`}
            data-testid="model-download"
          >
            {state === 'partial' ? 'Resume' : model.fault === null ? 'Download' : 'Try again'}
          </Button>
        )}
        {isMoving(model) && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPlayerStop size={16} />}
            loading={cancel.isBusy}
            onClick={cancel.run}
            aria-label={`Cancel the download of ${name}`}
            data-testid="model-cancel"
          >
            Cancel
          </Button>
        )}
        {state === 'installed' && !isServed && (
          <Button
            size="sm"
            disabled={model.fits === 'no'}
            onClick={() => onUse(model)}
            aria-label={`Use ${name}`}
            data-testid="model-use"
          >
            Use this model
          </Button>
        )}
        {hasFile && !isBuiltIn && !isServed && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon aria-label={`More for ${name}`} data-testid="model-more">
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => onRemove(model)}
                data-testid="model-remove"
              >
                {state === 'partial' ? 'Discard what has come' : 'Remove the file'}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {problem !== null && (
        <Text size="sm" c="var(--sb-bad)" mt={6} role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}
