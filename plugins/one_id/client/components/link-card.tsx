import { useState } from 'react';
import { signInCapability } from '#kernel/plugin-api/contract.ts';
import {
  Button,
  Card,
  confirm,
  ReadView,
  refetchQueries,
  send,
  TextStack,
  toast,
  toastError,
  useCapabilities,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { linkDocument } from '../queries.ts';
import { useOutcome } from '../use-outcome.ts';
import { LinkDialog } from './link-dialog.tsx';

/** The link of one's own account to OneID; nothing where the deployment has not set OneID up. */
export function LinkCard() {
  const isThere = useCapabilities('one_id').includes(signInCapability);
  return isThere ? <Linking /> : null;
}

function Linking() {
  const t = useText('one_id');
  const read = useRead(linkDocument);
  const [asking, setAsking] = useState(false);
  useOutcome();

  function unlink(): void {
    void confirm({
      title: t('unlink.title'),
      text: t('unlink.text'),
      danger: true,
      action: async () => {
        try {
          await send('DELETE', 'oneid/link');
          toast.success(t('unlink.done'));
          await refetchQueries(linkDocument);
        } catch (failure) {
          toastError(failure);
        }
      },
    });
  }

  return (
    <Card title={t('card.title')}>
      <ReadView read={read} failed={t('card.failed')}>
        {({ link }) => (
          <TextStack $gap={12} $start>
            <p>{link.linked ? t('card.linked', { ending: link.ending }) : t('card.lead')}</p>
            {link.linked ? (
              <Button onClick={unlink}>{t('card.unlink')}</Button>
            ) : (
              <Button onClick={() => setAsking(true)}>{t('card.link')}</Button>
            )}
          </TextStack>
        )}
      </ReadView>
      {asking ? <LinkDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}
