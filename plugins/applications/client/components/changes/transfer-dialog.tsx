import { useMemo, useState } from 'react';
import {
  Combobox,
  Field,
  gql,
  ReasonDialog,
  RequestError,
  toast,
  type TypedDocumentNode,
  useCollator,
  useDraft,
  useName,
  useNavigateIfCurrent,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Names } from '#kernel/plugin-api/contract.ts';
import { lastList } from '../../data/pending-store.ts';
import { useNeighborhoodOptions } from '../shared/facts.ts';
import type { ChangeDialogProps } from './change-dialogs.ts';
import { ConflictNote } from './conflict-note.tsx';
import { useVersionedChange } from './use-versioned-change.ts';

const maxLength = 500;

const targetsDocument: TypedDocumentNode<
  { readonly targets: readonly (Names & { readonly id: number })[] },
  Record<string, never>
> = gql`
  query TransferTargets {
    targets @rest(type: "[TransferTarget]", path: "applications/neighborhoods") {
      id
      uz {
        name
      }
      ru {
        name
      }
    }
  }
`;

/** Moves an application to another neighbourhood; a user who loses access to it returns to the list. */
export function TransferDialog({ application, onClose, onSent }: ChangeDialogProps) {
  const t = useText('applications');
  const toList = useNavigateIfCurrent(lastList.address);
  const draft = useDraft(`applications.transfer.${application.id}`, '');
  const { conflict, change } = useVersionedChange(application, 'transfers');
  const { options, loading, isReached } = useTargets(Number(application.neighborhood_id));
  const choice = useDraft<number | null>(`applications.transferTarget.${application.id}`, null);
  const { value: target, setValue: setTarget } = choice;
  const [isChecked, setIsChecked] = useState(false);
  const [wrong, setWrong] = useState('');
  const error = wrong || (isChecked && target === null ? t('transfer.neighborhoodRequired') : undefined);
  async function submit(reason: string, key: string) {
    const done = await change({ neighborhood_id: target, reason }, key);
    if (done === 'handled') return done;
    if (done instanceof RequestError) {
      const problem = done.fields['neighborhood_id'] ?? '';
      setWrong(problem);
      return problem === '' ? done : 'handled';
    }
    await choice.clear();
    toast.success(t('transfer.done'));
    if (target !== null && isReached(target)) onSent(done);
    else toList();
    return null;
  }

  return (
    <ReasonDialog
      draft={draft}
      title={t('transfer.title')}
      text={t('transfer.text')}
      label={t('detail.reason')}
      missing={t('detail.reasonRequired')}
      maxLength={maxLength}
      submitLabel={t(conflict ? 'conflict.continueAnyway' : 'transfer.submit')}
      field="reason"
      note={conflict ? <ConflictNote current={conflict} onLook={onClose} /> : null}
      check={() => {
        setIsChecked(true);
        return target !== null;
      }}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('transfer.neighborhood')} required error={error}>
        <Combobox
          options={options}
          loading={loading}
          value={target}
          placeholder={t('accept.neighborhoodPlaceholder')}
          onChange={(next) => {
            setTarget(next);
            setWrong('');
          }}
        />
      </Field>
    </ReasonDialog>
  );
}

/** The neighbourhoods to which it may move, and whether the viewer has access to each. */
function useTargets(present: number) {
  const t = useText('applications');
  const nameOf = useName();
  const { compare } = useCollator();
  const { data, loading } = useRetriedRead(targetsDocument);
  const { options: own } = useNeighborhoodOptions();
  const options = useMemo(
    () =>
      (data?.targets ?? [])
        .filter(({ id }) => Number(id) !== present)
        .map((one) => ({ value: Number(one.id), label: t('neighborhood', { name: nameOf(one) }) }))
        .toSorted((one, other) => compare(one.label, other.label)),
    [compare, data, nameOf, present, t],
  );
  return { options, loading, isReached: (id: number) => own.some(({ value }) => value === id) };
}
