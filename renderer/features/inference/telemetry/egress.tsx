import { Text } from '@mantine/core';
import { IconShieldCheck, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format/format.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import { egressOptions } from '../inference.queries.ts';
import { formatBytes } from '../model-format.ts';
import classes from './egress.module.css';

/** One line about what has left the machine for the model, and where requests go. Nothing while it loads. */
export function Egress() {
  const egress = useQuery(egressOptions());
  const { data } = egress;
  if (!data) return <NotLoadedLine text={t('inference:egress.notLoaded')} query={egress} />;
  const { upstream, days, isNothing, hosts } = data;
  const isLocal = upstream === null && isNothing;
  const Icon = isLocal ? IconShieldCheck : IconWorldUpload;
  return (
    <Text size="sm" className={classes.line} data-testid="model-egress" data-local={isLocal}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>
        {upstream !== null && `${t('inference:egress.upstream', { host: upstream })} `}
        {isNothing
          ? t('inference:egress.nothing', { count: days, formatted: formatCount(days) })
          : sentence(hosts, days)}
      </span>
    </Text>
  );
}

function sentence(hosts: readonly { host: string; bytes: number }[] | null, days: number): string {
  const span = { count: days, formatted: formatCount(days) };
  if (hosts === null) return t('inference:egress.some', span);
  return t('inference:egress.bytes', {
    ...span,
    bytes: formatBytes(hosts.reduce((sum, { bytes }) => sum + bytes, 0)),
    hosts: new Intl.ListFormat(currentLanguage()).format(hosts.map(({ host }) => host)),
  });
}
