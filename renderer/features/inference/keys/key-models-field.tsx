import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  KEY_MODELS_MAX,
  KeyModelsSchema,
} from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { modelsOptions } from '../inference.queries.ts';

/** The rule for the models of a key. */
export function keyModelsRule(models: readonly string[]): string | null {
  if (models.length > KEY_MODELS_MAX) {
    return t('inference:keys.form.modelsTooMany', { count: KEY_MODELS_MAX });
  }
  const wrong = models.find((name) => !KeyModelsSchema.safeParse([name]).success);
  return wrong === undefined ? null : t('inference:keys.form.modelsInvalid', { name: wrong });
}

/** The models that a key can use, with those of the server as suggestions. Other engines have other names. */
export function KeyModelsField(props: TagsInputProps) {
  const models = useQuery({ ...modelsOptions(), refetchInterval: false });
  return (
    <TagsInput
      label={t('inference:keys.form.models')}
      description={t('inference:keys.form.modelsHint')}
      data={models.data?.data.map(({ servedAs }) => servedAs) ?? []}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      data-testid="model-key-models"
      {...props}
    />
  );
}
