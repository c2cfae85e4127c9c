import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code/code-block.tsx';

/** Says how a model file of one's own gets into the list: it is put into a folder of the server. */
export function OwnModelHint({ folder }: { folder: string }) {
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
