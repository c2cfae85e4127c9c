import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type {
  BroadcastPreview,
  BroadcastTest,
} from '../../../../shared/contract/broadcast-planning.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { reasonText } from '../../../lib/reason-text.ts';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import classes from '../broadcasts.module.css';

/** Sends the message to one number first, with the values of a person of the audience. */
export function TestSend({
  template,
  samples,
}: {
  template: BroadcastTest['template'];
  samples: BroadcastPreview['samples'];
}) {
  const [to, setTo] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [result, setResult] = useState<Awaited<ReturnType<typeof api.broadcasts.test>> | null>(null);
  const values = samples.some(({ contact }) => contact.id === chosen) ? chosen : samples[0]?.contact.id;
  const send = useMutation(
    () => api.broadcasts.test({ body: { template, to: to.trim(), ...(values && { values }) } }),
    { onSuccess: setResult },
  );
  const isFailed = result?.status === 'failed';
  return (
    <form
      className={classes.test}
      onSubmit={(event) => {
        event.preventDefault();
        setResult(null);
        send.mutate();
      }}
    >
      <p className={classes.quiet}>{t('broadcasts:new.test.hint')}</p>
      <div className={classes.testFields}>
        <TextInput
          label={t('broadcasts:new.test.to')}
          type="tel"
          placeholder="+49 170 1234567"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data-testid="broadcast-test-to"
        />
        {samples.length > 0 && (
          <Select
            label={t('broadcasts:new.test.values')}
            allowDeselect={false}
            data={samples.map(({ contact }) => ({ value: contact.id, label: contactTitle(contact) }))}
            value={values ?? null}
            onChange={setChosen}
          />
        )}
        <Button
          type="submit"
          variant="default"
          disabled={to.trim().length < 4}
          loading={send.isPending}
          data-testid="broadcast-test-send"
        >
          {t('broadcasts:new.test.send')}
        </Button>
      </div>
      <MutationError mutation={send} />
      <div role="status" data-testid="broadcast-test-result">
        {result &&
          (isFailed && result.error ? (
            <Notice tone="bad">
              {reasonText('platform', { code: result.error.code, sentence: result.error.message })}
            </Notice>
          ) : (
            <Notice tone="quiet">
              {t(result.status === 'queued' ? 'broadcasts:new.test.queued' : 'broadcasts:new.test.sent')}
            </Notice>
          ))}
      </div>
    </form>
  );
}
