import { useState } from 'react';
import { signInCapability } from '#kernel/plugin-api/contract.ts';
import {
  Button,
  Card,
  ProofDialog,
  ReadView,
  refetchQueries,
  send,
  TextStack,
  toast,
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
  const [asking, setAsking] = useState<'link' | 'unlink' | null>(null);
  useOutcome();

  return (
    <Card title={t('card.title')}>
      <ReadView read={read} failed={t('card.failed')}>
        {({ link }) => (
          <TextStack $gap={12} $start>
            <p>{link.linked ? t('card.linked', { ending: link.ending }) : t('card.lead')}</p>
            {link.linked ? (
              <Button onClick={() => setAsking('unlink')}>{t('card.unlink')}</Button>
            ) : (
              <Button onClick={() => setAsking('link')}>{t('card.link')}</Button>
            )}
          </TextStack>
        )}
      </ReadView>
      {asking === 'link' ? <LinkDialog onClose={() => setAsking(null)} /> : null}
      {asking === 'unlink' ? (
        <ProofDialog
          danger
          title={t('unlink.title')}
          text={t('unlink.text')}
          submit={t('card.unlink')}
          onSubmit={async (proof) => {
            await send('POST', 'oneid/link/removal', proof);
            toast.success(t('unlink.done'));
            setAsking(null);
            await refetchQueries(linkDocument);
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Card>
  );
}
