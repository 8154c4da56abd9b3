import { ProofDialog, send, useText } from '#kernel/plugin-api/client.ts';

/** Asks for a proof, and goes to OneID: a link is another way in, and an open desk must not lay one. */
export function LinkDialog({ onClose }: { readonly onClose: () => void }) {
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
