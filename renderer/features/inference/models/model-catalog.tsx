import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { reasonText } from '../../../lib/reason-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Figure } from '../../../ui/charts/figure.tsx';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { TextWithCode } from '../../../ui/code/text-with-code.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { NotLoadedCard } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { modelsOptions, refreshModels } from '../inference.queries.ts';
import { formatBytes } from '../model-format.ts';
import { Qualification } from '../qualification/qualification.tsx';
import classes from './model-catalog.module.css';
import { ModelRow } from './model-row.tsx';
import { UseModel } from './use-model.tsx';

/** The models that can be served: download, use, remove. */
export function ModelCatalog({ isShown, mayQualify }: { isShown: boolean; mayQualify: boolean }) {
  const models = useQuery({ ...modelsOptions(), enabled: isShown });
  const [chosen, setChosen] = useState<Model | null>(null);
  const [removed, setRemoved] = useState<Model | null>(null);
  if (!models.data)
    return <NotLoadedCard title={t('inference:models.loadFailed')} query={models} height={220} />;
  const { data, mayManage, reason, reasonCode, memoryBytes, freeDiskBytes, folder } = models.data;
  const { choiceError, choiceErrorCode, choiceErrorParams } = models.data;
  const served = data.find((model) => model.isServed) ?? null;
  const hasNone = data.every(({ isServed, isChosen }) => !isServed && !isChosen);
  return (
    <Stack gap="md">
      {reason !== null && (
        <div data-testid="models-reason">
          <Notice tone="quiet">
            <TextWithCode text={reasonText('models', { code: reasonCode, sentence: reason })} />
          </Notice>
        </div>
      )}
      {choiceError !== null && (
        <div data-testid="models-choice-error">
          <Notice tone="warn">
            <TextWithCode
              text={reasonText('models', {
                code: choiceErrorCode,
                params: choiceErrorParams,
                sentence: choiceError,
              })}
            />
          </Notice>
        </div>
      )}
      <Qualification isShown={isShown} mayManage={mayQualify} />
      <Group gap="xl">
        <Figure label={t('inference:models.hostMemory')}>{bytesOrDash(memoryBytes)}</Figure>
        <Figure label={t('inference:models.freeDisk')}>{bytesOrDash(freeDiskBytes)}</Figure>
      </Group>
      <Card>
        <ul className={classes.rows} aria-label={t('inference:models.label')}>
          {sorted(data).map((model) => (
            <ModelRow
              key={model.id}
              model={model}
              mayManage={mayManage}
              freeDiskBytes={freeDiskBytes}
              isFirst={hasNone}
              onUse={setChosen}
              onRemove={setRemoved}
            />
          ))}
        </ul>
      </Card>
      {folder !== null && <OwnModelHint folder={folder} />}
      <UseModel model={chosen} served={served} onClose={() => setChosen(null)} />
      <RemoveModel model={removed} onClose={() => setRemoved(null)} />
    </Stack>
  );
}

/** Sorts the served model first, then downloaded ones, then the rest in the catalog's order. */
function sorted(models: readonly Model[]): Model[] {
  const rank = ({ isServed, state }: Model) => (isServed ? 0 : state === 'absent' ? 2 : 1);
  return models.toSorted((one, other) => rank(one) - rank(other));
}

const bytesOrDash = (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes));

/** Asks for confirmation: removed gigabytes must be downloaded again. Null keeps it closed. */
function RemoveModel({ model, onClose }: { model: Model | null; onClose: () => void }) {
  const removing = useMutation(
    async () => {
      if (!model) return;
      await api.models.remove({ params: { id: model.id } });
      await refreshModels();
    },
    { onSuccess: onClose },
  );
  const kind = model?.isOwn ? 'removeOwn' : model?.state === 'installed' ? 'remove' : 'discard';
  return (
    <ConfirmModal
      opened={model !== null}
      title={t(`inference:models.${kind}.title`)}
      confirmLabel={t(`inference:models.${kind}.confirm`)}
      mutation={removing}
      onClose={onClose}
    >
      <Text>
        {t(`inference:models.${kind}.text`, {
          name: model?.name,
          bytes: formatBytes(model?.bytes ?? 0),
          total: formatBytes(model?.totalBytes ?? 0),
        })}
      </Text>
    </ConfirmModal>
  );
}

/** Says how a model file of one's own gets into the list: it is put into a folder of the server. */
function OwnModelHint({ folder }: { folder: string }) {
  const titleId = useId();
  return (
    <Card padded>
      <section aria-labelledby={titleId} data-testid="own-model">
        <Title order={3} id={titleId} mb={6}>
          {t('inference:models.own.title')}
        </Title>
        <Text size="sm" mb="sm">
          {t('inference:models.own.text')}
        </Text>
        <CodeBlock code={folder} label={t('inference:models.own.folder')} />
        <Text size="sm" c="var(--sb-ink-soft)" mt="sm">
          {t('inference:models.own.licenseNote')}
        </Text>
      </section>
    </Card>
  );
}
