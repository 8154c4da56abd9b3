import { type FormEvent, useId, useState } from 'react';
import {
  ProblemBanner,
  Button,
  Dialog,
  Field,
  newIdempotencyKey,
  refetchDocuments,
  Select,
  send,
  Stack,
  toast,
  toRequestError,
  useDiscardGuard,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { HandoverPlan } from '#plugins/applications/contract.ts';
import { workDocument } from '../../data/queries.ts';
import { handoverDocument, loadDocument } from '../../data/staff-queries.ts';

type NeighborhoodWork = HandoverPlan['places'][number];

interface HandoverDialogProps {
  readonly plan: HandoverPlan;
  /** The text above the fields: the reason for the dialog. */
  readonly text: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks who takes over an admin's applications and tasks, for each neighbourhood. */
export function HandoverDialog({ plan, text, onClose, onDone }: HandoverDialogProps) {
  const t = useText('work');
  const form = useId();
  const { chosen, choose, isDirty, tried, sending, failure, submit } = useHandover(plan, onDone);
  const mayClose = useDiscardGuard({ isDirty, sending });
  const name = `${plan.admin.last_name} ${plan.admin.first_name}`;

  function submitForm(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={mayClose}
      title={t('handover.title', { name })}
      description={text}
      footer={
        <>
          <Button onClick={() => void mayClose().then((may) => may && onClose())} disabled={sending}>
            {t('task.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} loading={sending}>
            {t('handover.submit')}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={submitForm}>
        {plan.places.map((place) => (
          <Successor
            key={place.neighborhood.id}
            place={place}
            chosen={chosen.get(Number(place.neighborhood.id)) ?? null}
            isChecked={tried}
            onChange={(id) => choose(place, id)}
          />
        ))}
        <ProblemBanner>{failure}</ProblemBanner>
      </Stack>
    </Dialog>
  );
}

interface SuccessorProps {
  readonly place: NeighborhoodWork;
  readonly chosen: number | null;
  readonly isChecked: boolean;
  readonly onChange: (id: number) => void;
}

function Successor({ place, chosen, isChecked, onChange }: SuccessorProps) {
  const t = useText('work');
  const nameOf = useName();
  const { neighborhood, cases, tasks, candidates } = place;
  return (
    <Field
      label={t('handover.neighborhood', { place: nameOf(neighborhood), cases, tasks })}
      required={candidates.length > 0}
      hint={candidates.length === 0 ? t('handover.nobody') : undefined}
      error={isChecked && chosen === null && candidates.length > 0 ? t('handover.required') : undefined}
    >
      <Select
        options={candidates.map(({ id, first_name, last_name, open, is_away }) => ({
          value: Number(id),
          label: `${last_name} ${first_name}`,
          hint: t(is_away ? 'handover.away' : 'handover.open', { count: open }),
        }))}
        value={chosen}
        disabled={candidates.length === 0}
        placeholder={candidates.length === 0 ? t('handover.noCandidate') : undefined}
        onChange={onChange}
      />
    </Field>
  );
}

function useHandover(plan: HandoverPlan, onDone: () => void) {
  const t = useText('work');
  // The present admin with the least work is first; a neighbourhood without candidates stays.
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(
    () => new Map(plan.places.flatMap(({ neighborhood, candidates: [first] }) => first ? [[Number(neighborhood.id), Number(first.id)]] : [])), // prettier-ignore
  );
  const [key, setKey] = useState(newIdempotencyKey);
  const [isDirty, setDirty] = useState(false);
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState('');

  async function submit(): Promise<void> {
    setTried(true);
    // The plan follows changes: a neighbourhood may be removed from it.
    const places = new Set(plan.places.map(({ neighborhood }) => Number(neighborhood.id)));
    const successors = [...chosen]
      .filter(([place]) => places.has(place))
      .map(([neighborhood_id, successor_id]) => ({ neighborhood_id, successor_id }));
    if (sending) return;
    if (successors.length === 0) {
      onDone();
      return;
    }
    setSending(true);
    setFailure('');
    try {
      const body = { admin_id: Number(plan.admin.id), successors };
      const { total } = await send<{ total: number }>('POST', 'applications/handovers', body, {
        idempotencyKey: key,
      });
      toast.success(t('handover.done', { count: total }));
      onDone();
    } catch (error) {
      const { status, text, fields } = toRequestError(error);
      // Without a response it may have been done: the same is sent again.
      if (status > 0) setKey(newIdempotencyKey());
      setFailure(Object.values(fields).join(' ') || text);
    } finally {
      setSending(false);
      void refetchDocuments(loadDocument, handoverDocument, workDocument);
    }
  }

  return {
    chosen,
    choose({ neighborhood }: NeighborhoodWork, id: number): void {
      setChosen((now) => new Map(now).set(Number(neighborhood.id), id));
      setDirty(true);
    },
    isDirty,
    tried,
    sending,
    failure,
    submit,
  };
}
