import { IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MODEL_FEATURES } from '../../../../shared/domain/assist/qualification.ts';
import { queries } from '../../../lib/api/api.ts';
import { assistOptions } from '../../../lib/assist-settings.ts';
import { t } from '../../../lib/i18n.ts';
import { useAsking } from './ask/asking.store.ts';
import classes from './assist.module.css';
import { LineNotLoaded } from './assist-line.tsx';
import { useWriting } from './write/write.store.ts';

/** Where texts for the model go. It changes only with the settings of the server: it may be a minute old. */
const upstreamOptions = () =>
  queries.inferenceWorkers.egress.queryOptions({
    input: {},
    staleTime: 60_000,
    refetchInterval: 60_000,
    retry: false,
  });

/** Names the engines that texts for the model go to; nothing where the model runs on the machine of the server. */
export function UpstreamLine() {
  const egress = useQuery(upstreamOptions());
  const host = egress.data?.upstream ?? null;
  if (!egress.data)
    return (
      <LineNotLoaded
        text={t('assist-text:upstreamNotLoaded')}
        query={egress}
        testId="assist-upstream-failed"
      />
    );
  if (host === null) return null;
  return (
    <p className={classes.upstream} data-testid="assist-upstream">
      <IconWorldUpload size={14} stroke={1.8} aria-hidden="true" />
      <span>{t('assist-text:upstream', { host })}</span>
    </p>
  );
}

/**
 * The same above the composer, while anything there uses the model. An open panel names it in its own head. Without the
 * settings of the assistant, nothing of it is there: then it says why.
 */
export function ComposerUpstream({ conversationId }: { conversationId: string }) {
  const settings = useQuery(assistOptions());
  const modes = settings.data?.modes;
  const isWriting = useWriting(({ open }) => open?.conversationId === conversationId);
  const isAsking = useAsking(({ openIn }) => openIn === conversationId);
  // In test mode texts go there, too.
  const isUsed = MODEL_FEATURES.some((name) => modes !== undefined && modes[name] !== 'off');
  if (!settings.data)
    return (
      <LineNotLoaded
        text={t('assist-text:settingsNotLoaded')}
        query={settings}
        testId="assist-settings-failed"
      />
    );
  return isUsed && !isWriting && !isAsking ? <UpstreamLine /> : null;
}
