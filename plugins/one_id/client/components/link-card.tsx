import { useState, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
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
import { linkDocument } from '../data/queries.ts';
import { outcomes } from '../../contract.ts';

const parameter = 'oneid';

/** The link of the user's account to OneID; renders nothing if the deployment has not configured OneID. */
export function LinkCard() {
  const isThere = useCapabilities('one_id').includes(signInCapability);
  return isThere ? <Linking /> : null;
}

function Linking() {
  const t = useText('one_id');
  const read = useRead(linkDocument);
  const [dialog, setDialog] = useState<'link' | 'unlink' | null>(null);
  useOutcome();

  return (
    <Card title={t('card.title')}>
      <ReadView read={read} failed={t('card.failed')}>
        {({ link }) => (
          <TextStack $gap={12} $start>
            <p>{link.linked ? t('card.linked', { ending: link.ending }) : t('card.lead')}</p>
            {link.linked ? (
              <Button onClick={() => setDialog('unlink')}>{t('card.unlink')}</Button>
            ) : (
              <Button onClick={() => setDialog('link')}>{t('card.link')}</Button>
            )}
          </TextStack>
        )}
      </ReadView>
      {dialog === 'link' ? <LinkDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'unlink' ? (
        <ProofDialog
          danger
          title={t('unlink.title')}
          text={t('unlink.text')}
          submit={t('card.unlink')}
          onSubmit={async (proof) => {
            await send('POST', 'oneid/link/removal', proof);
            toast.success(t('unlink.done'));
            setDialog(null);
            await refetchQueries(linkDocument);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Card>
  );
}

/**
 * Requires a proof, and goes to OneID: a link is another way to sign in, and must not be created at an
 * unattended computer.
 */
function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText('one_id');
  return (
    <ProofDialog
      title={t('dialog.title')}
      text={t('dialog.text')}
      submit={t('dialog.submit')}
      onSubmit={async (proof) => {
        const { address } = await send<{ address: string }>('POST', 'oneid/link', proof);
        location.assign(address);
      }}
      onClose={onClose}
    />
  );
}

/** Shows the result of linking when the browser returns from the service, and removes it from the address. */
function useOutcome(): void {
  const t = useText('one_id');
  const [search, setSearch] = useSearchParams();
  const found = outcomes.find((one) => one === search.get(parameter));
  useEffect(() => {
    if (found === undefined) return;
    const text = t(`outcomes.${found}`);
    if (found === 'linked') toast.success(text);
    else toast.error(text);
    setSearch(
      (before) => {
        before.delete(parameter);
        return before;
      },
      { replace: true },
    );
  }, [found, setSearch, t]);
}
