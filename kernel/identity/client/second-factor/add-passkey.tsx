import { useState, type FormEvent } from 'react';
import { toast, useText } from '#kernel/client/index.ts';
import { Button, Field, TextInput, TextStack } from '#kernel/client/ui/index.ts';
import { ProofFields } from './proof-fields.tsx';
import { useOwnFactors, useProof, type OwnFactors, type IdentityProof } from './use-proof.ts';

interface AddPasskeyProps {
  /** Called with true before the request, and with false if it fails. */
  readonly onBlockLeave?: ((held: boolean) => void) | undefined;
  readonly onDone: () => void;
}

/** The dialog that adds a passkey: its name, a confirmation with the existing factors, then the browser creates it. */
export function AddPasskey(props: AddPasskeyProps) {
  const ways = useOwnFactors();
  return ways && <AddForm {...props} ways={ways} />;
}

function AddForm({ ways, onBlockLeave, onDone }: AddPasskeyProps & { readonly ways: OwnFactors }) {
  const t = useText();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const state = useProof(ways, add);

  async function add(proof: IdentityProof): Promise<void> {
    onBlockLeave?.(true);
    try {
      const { addPasskey } = await import('../passkeys/ceremony.ts');
      await addPasskey(name.trim(), proof);
    } catch (error) {
      onBlockLeave?.(false);
      throw error;
    }
    toast.success(t('passkeys.added'));
    onDone();
  }

  function isNamed(): boolean {
    if (name.trim() !== '') return true;
    setProblem(t('passkeys.nameRequired'));
    return false;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (isNamed()) void state.submit();
  }

  return (
    <TextStack as="form" noValidate onSubmit={submit}>
      <p>{t(ways.hardwareRequired ? 'passkeys.hardwareLead' : 'passkeys.lead')}</p>
      <Field label={t('passkeys.name')} hint={t('passkeys.nameHint')} required error={problem}>
        <TextInput
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value);
            setProblem('');
          }}
        />
      </Field>
      <ProofFields
        ways={ways}
        state={{ ...state, byPasskey: async () => void (isNamed() && (await state.byPasskey())) }}
      />
      <div>
        <Button type="submit" variant="primary" loading={state.sending} disabled={ways.isBlocked}>
          {t('passkeys.add')}
        </Button>
      </div>
    </TextStack>
  );
}
