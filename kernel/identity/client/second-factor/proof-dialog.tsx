import { useId, type ReactNode } from 'react';
import { useText } from '#kernel/client/index.ts';
import { Button, Dialog, Stack, submitOnCtrlEnter } from '#kernel/client/ui/index.ts';
import { ProofFields } from './proof-fields.tsx';
import { useOwnFactors, useProof, type IdentityProof } from './use-proof.ts';

interface ProofDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly submit: string;
  readonly danger?: boolean | undefined;
  readonly onSubmit: (proof: IdentityProof) => Promise<void>;
  readonly onClose: () => void;
}

/** The dialog that requires a passkey, or the password and a code, before a critical change. */
export function ProofDialog({ title, text, submit, danger = false, onSubmit, onClose }: ProofDialogProps) {
  const t = useText();
  const form = useId();
  const ways = useOwnFactors();
  const state = useProof(ways, onSubmit);
  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !state.sending}
      title={title}
      description={text}
      footer={
        <>
          <Button disabled={state.sending} onClick={onClose}>
            {t('secondFactor.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            loading={state.sending}
            disabled={ways === null || ways.isBlocked}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.submit();
        }}
        onKeyDown={submitOnCtrlEnter}
      >
        {ways && <ProofFields ways={ways} state={state} focus />}
      </Stack>
    </Dialog>
  );
}
