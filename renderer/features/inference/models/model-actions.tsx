import { Button, Menu, Text } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { refreshModels } from '../inference.queries.ts';
import classes from './model-catalog.module.css';
import { isInProgress } from './model-states.ts';

/** The actions that a model allows in its current state. */
export function ModelActions({
  model,
  mayManage,
  isFirst,
  onUse,
  onRemove,
}: {
  model: Model;
  mayManage: boolean;
  isFirst: boolean;
  onUse: (model: Model) => void;
  onRemove: (model: Model) => void;
}) {
  const { id, name, state, isServed, isBuiltIn } = model;
  const thenUse = isFirst && model.fits !== 'no';
  const download = useMutation(async () => {
    await api.models.download({ params: { id }, body: { thenUse } });
    await refreshModels();
  });
  const cancel = useMutation(async () => {
    await api.models.cancel({ params: { id } });
    await refreshModels();
  });
  const error = download.error ?? cancel.error;
  if (!mayManage || state === 'removing') return null;
  const canFetch = state === 'absent' || state === 'partial';
  const hasFile = state === 'partial' || state === 'installed';
  return (
    <div>
      <div className={classes.actions}>
        {canFetch && (
          <MutationButton
            size="sm"
            variant={state === 'partial' || (thenUse && model.fits === 'yes') ? 'filled' : 'default'}
            leftSection={<IconDownload size={16} />}
            mutation={download}
            aria-label={
              state === 'partial'
                ? t('inference:models.actions.resumeOf', { name })
                : t('inference:models.actions.downloadOf', { name })
            }
            data-testid="model-download"
          >
            {t(`inference:models.actions.${thenUse ? 'downloadAndUse' : downloadLabel(model)}`)}
          </MutationButton>
        )}
        {isInProgress(model) && (
          <MutationButton
            size="sm"
            variant="default"
            leftSection={<IconPlayerStop size={16} />}
            mutation={cancel}
            aria-label={t('inference:models.actions.cancelOf', { name })}
            data-testid="model-cancel"
          >
            {t('inference:models.actions.cancel')}
          </MutationButton>
        )}
        {state === 'installed' && !isServed && (
          <Button
            size="sm"
            disabled={model.fits === 'no' || model.problem !== null}
            onClick={() => onUse(model)}
            aria-label={t('inference:models.actions.useOf', { name })}
            data-testid="model-use"
          >
            {t('inference:models.actions.use')}
          </Button>
        )}
        {hasFile && !isBuiltIn && !isServed && (
          <RowMenu label={t('inference:models.actions.moreFor', { name })} testId="model-more">
            <Menu.Item
              color="var(--sb-bad)"
              leftSection={<IconTrash size={16} />}
              onClick={() => onRemove(model)}
              data-testid="model-remove"
            >
              {state === 'partial'
                ? t('inference:models.actions.discard')
                : t('inference:models.actions.remove')}
            </Menu.Item>
          </RowMenu>
        )}
      </div>
      {error !== null && (
        <Text size="sm" c="var(--sb-bad)" mt={6} role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

function downloadLabel({ state, error }: Model): 'resume' | 'download' | 'retry' {
  if (state === 'partial') return 'resume';
  return error === null ? 'download' : 'retry';
}
