import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import {
  ProblemBanner,
  Button,
  Combobox,
  confirmChange,
  DateField,
  Dialog,
  Field,
  IconButton,
  newIdempotencyKey,
  ReadView,
  refetchDocuments,
  send,
  SkeletonCard,
  Stack,
  tabularNumbers,
  toast,
  toRequestError,
  useDates,
  useDiscardGuard,
  useName,
  useRead,
  useText,
  useToday,
} from '#kernel/plugin-api/client.ts';
import type { Absences } from '#plugins/applications/contract.ts';
import { absencesDocument, loadDocument } from '../../data/staff-queries.ts';

interface AbsenceDialogProps {
  /** The absent admin; the user if left out. */
  readonly adminId?: number;
  readonly name?: string;
  readonly onClose: () => void;
}

/** The form of an absence: its days, and the substitute. */
export function AbsenceDialog({ adminId, name, onClose }: AbsenceDialogProps) {
  const t = useText('work');
  const form = useId();
  const query = adminId === undefined ? '' : `admin_id=${adminId}`;
  const read = useRead(absencesDocument, { variables: { query } });
  const fields = useAbsenceForm(adminId, onClose);
  const { sending, failure, problems, submit, mayClose } = fields;

  function submitForm(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={mayClose}
      title={name === undefined ? t('absence.own') : t('absence.title', { name })}
      description={t('absence.text')}
      footer={
        <>
          <Button onClick={() => void mayClose().then((may) => may && onClose())} disabled={sending}>
            {t('task.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} disabled={!read.data} loading={sending}>
            {t('absence.submit')}
          </Button>
        </>
      }
    >
      <ReadView read={read} failed={t('absence.failed')} compact skeleton={<SkeletonCard />}>
        {({ absences }) => (
          <Stack as="form" $gap={14} id={form} noValidate onSubmit={submitForm}>
            <Known absences={absences.absences} />
            <Days>
              <Field group label={t('absence.from')} required error={problems.from}>
                <DateField value={fields.from} min={fields.today} onChange={fields.setFrom} />
              </Field>
              <Field group label={t('absence.until')} required error={problems.until}>
                <DateField
                  value={fields.until}
                  min={fields.from || fields.today}
                  onChange={fields.setUntil}
                />
              </Field>
            </Days>
            <Substitute absences={absences} fields={fields} />
            <ProblemBanner>{failure}</ProblemBanner>
          </Stack>
        )}
      </ReadView>
    </Dialog>
  );
}

function Substitute({
  absences,
  fields,
}: {
  readonly absences: Absences;
  readonly fields: ReturnType<typeof useAbsenceForm>;
}) {
  // prettier-ignore
  const t = useText('work');
  const nameOf = useName();
  return (
    <Field label={t('absence.substitute')} required error={fields.problems.substitute_id}>
      <Combobox
        options={absences.substitutes.map(({ id, first_name, last_name, role }) => ({
          value: Number(id),
          label: `${last_name} ${first_name}`,
          hint: nameOf(role),
        }))}
        value={fields.substitute}
        onChange={fields.setSubstitute}
        placeholder={t('absence.choose')}
        emptyText={absences.substitutes.length === 0 ? t('absence.noSubstitute') : undefined}
      />
    </Field>
  );
}

/** The stored absences, each with a button that deletes it. */
function Known({ absences }: Pick<Absences, 'absences'>) {
  const t = useText('work');
  const dates = useDates();
  if (absences.length === 0) return null;

  const forget = (id: number, days: string) =>
    confirmChange({
      title: t('absence.deleteTitle', { days }),
      text: t('absence.deleteText'),
      danger: true,
      action: () => send('DELETE', `applications/absences/${id}`),
      done: t('absence.deleted'),
      refetch: () => refetchDocuments(absencesDocument, loadDocument),
    });

  return (
    <List aria-label={t('absence.entered')}>
      {absences.map(({ id, from, until, substitute }) => {
        const days = `${dates.date(from)}–${dates.date(until)}`;
        return (
          <li key={id}>
            <span>
              <b>{days}</b>{' '}
              {t('absence.insteadOf', { name: `${substitute.last_name} ${substitute.first_name}` })}
            </span>
            <IconButton
              size="small"
              label={t('absence.delete', { days })}
              icon={<Trash2 />}
              onClick={() => void forget(Number(id), days)}
            />
          </li>
        );
      })}
    </List>
  );
}

/** The days and the substitute that are entered. */
function useAbsenceFields() {
  const today = useToday();
  const [first] = useState(today);
  const [from, setFrom] = useState(first);
  const [until, setUntil] = useState('');
  const [substitute, setSubstitute] = useState<number | null>(null);
  const isDirty = from !== first || until !== '' || substitute !== null;
  return { today, from, setFrom, until, setUntil, substitute, setSubstitute, isDirty };
}

function useAbsenceForm(adminId: number | undefined, onClose: () => void) {
  const t = useText('work');
  const fields = useAbsenceFields();
  const { from, until, substitute, isDirty } = fields;
  const [key, setKey] = useState(newIdempotencyKey);
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const [rejected, setRejected] = useState<Readonly<Record<string, string>>>({});
  const mayClose = useDiscardGuard({ isDirty, sending });
  const missing = {
    from: from === '' ? t('absence.dayRequired') : undefined,
    until: until === '' ? t('absence.dayRequired') : undefined,
    substitute_id: substitute === null ? t('absence.substituteRequired') : undefined,
  };

  async function submit(): Promise<void> {
    setTried(true);
    if (sending || Object.values(missing).some((problem) => problem !== undefined)) return;
    setSending(true);
    setFailure('');
    setRejected({});
    try {
      const whose = adminId === undefined ? {} : { admin_id: adminId };
      const body = { ...whose, from, until, substitute_id: substitute };
      await send('POST', 'applications/absences', body, { idempotencyKey: key });
      toast.success(t('absence.saved'));
      onClose();
    } catch (error) {
      const { status, text, fields: wrong } = toRequestError(error);
      // Without a response it may have been saved: the same is sent again.
      if (status > 0) setKey(newIdempotencyKey());
      setRejected(wrong);
      if (Object.keys(wrong).length === 0) setFailure(text);
    } finally {
      setSending(false);
      void refetchDocuments(absencesDocument, loadDocument);
    }
  }

  return {
    ...fields,
    sending,
    failure,
    problems: {
      from: rejected['from'] ?? (tried ? missing.from : undefined),
      until: rejected['until'] ?? (tried ? missing.until : undefined),
      substitute_id: rejected['substitute_id'] ?? (tried ? missing.substitute_id : undefined),
    },
    submit,
    mayClose,
  };
}

const Days = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
  gap: 12px;
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  ${tabularNumbers}

  > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding: 4px 4px 4px 12px;
    border-radius: var(--r1);
    background: var(--fill);
  }
`;
