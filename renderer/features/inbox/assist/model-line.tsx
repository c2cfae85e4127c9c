import { Anchor } from '@mantine/core';
import { IconCpuOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AssistMode } from '../../../../shared/domain/assist/features.ts';
import type { ModelFeature } from '../../../../shared/domain/assist/qualification.ts';
import { queries } from '../../../lib/api/api.ts';
import { useAssistMode } from '../../../lib/assist-settings.ts';
import { t } from '../../../lib/i18n.ts';
import { useInbox } from '../inbox-context.ts';
import type { NoText } from './ask-for-text.ts';
import classes from './assist.module.css';

/** Returns the query for whether a model is there. Nothing depends on it: it may be a minute old. */
export const modelOptions = () =>
  queries.assistDrafts.model.queryOptions({
    input: {},
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  });

/** Whether a model is there; true until it is known, so that nothing disappears while a page loads. */
export function useHasModel(): boolean {
  return useQuery(modelOptions()).data?.state !== 'away';
}

/** Returns the mode of a feature that needs a model; off where it is not offered with the one that is loaded. */
export function useModelMode(feature: ModelFeature): AssistMode {
  const mode = useAssistMode(feature);
  return useIsOffered(feature) ? mode : 'off';
}

/** Whether a feature is offered with the model that is loaded; true until it is known. */
export function useIsOffered(feature: ModelFeature): boolean {
  return useQuery(modelOptions()).data?.notOffered.includes(feature) !== true;
}

const KEYS = {
  no_model: 'away',
  busy: 'busy',
  shed: 'busy',
  stopped: 'busy',
  language: 'language',
  failed: 'failed',
} as const satisfies Record<NoText['state'], string>;

/** Says why there is no text, and what to do about it. The inbox itself works without a model. */
export function ModelLine({ why }: { why: NoText }) {
  const { session } = useInbox();
  if (why.state === 'stopped') return null;
  const isAway = why.state === 'no_model';
  const text = why.message ?? t(`assist-text:why.${KEYS[why.state]}`);
  return (
    <p className={classes.why} role="status" data-testid="assist-why">
      <IconCpuOff size={15} aria-hidden />
      <span>
        {text}{' '}
        {isAway &&
          (session.user.role === 'staff' ? (
            t('assist-text:why.askOwner')
          ) : (
            <Anchor component={Link} to="/model" inherit>
              {t('assist-text:why.getOne')}
            </Anchor>
          ))}
      </span>
    </p>
  );
}
