import {
  Checkbox,
  Combobox,
  DateField,
  Field,
  TextArea,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { BulkReceiver } from '../../../contract/bulk.ts';
import { type BulkDraft, type BulkProblems, maxLengths } from './use-bulk-form.ts';

interface BulkFieldsProps {
  readonly draft: BulkDraft;
  readonly onChange: (draft: BulkDraft) => void;
  readonly receivers: readonly BulkReceiver[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** How many applications it is possible for. */
  readonly total: number;
  /** Some have tasks of others with a due day. */
  readonly hasTasks: boolean;
  /** The problems, as text keys. */
  readonly problems: BulkProblems;
}

/** The fields of a bulk action: receiver and due day, or a note. */
export function BulkFields(props: BulkFieldsProps) {
  const { kind } = props.draft;
  if (kind === 'accept') return null;
  return kind === 'forward' ? <ForwardFields {...props} /> : <NoteFields {...props} />;
}

function ForwardFields({ draft, onChange, receivers, today, problems }: BulkFieldsProps) {
  const t = useText('applications');
  const nameOf = useName();
  return (
    <>
      <Field
        label={t('bulk.receiver')}
        required
        error={problems.receiver === undefined ? undefined : t(problems.receiver)}
      >
        <Combobox
          options={receivers.map(({ id, first_name, last_name, role, can, is_away }) => ({
            value: Number(id),
            label: `${last_name} ${first_name}`,
            hint: t(is_away ? 'bulk.receiverAbsent' : 'bulk.receiverOption', {
              name: nameOf(role),
              count: can,
            }),
          }))}
          value={draft.receiverId}
          onChange={(receiverId) => onChange({ ...draft, receiverId })}
        />
      </Field>
      <Field group label={t('bulk.due')}>
        <DateField value={draft.due} min={today} onChange={(due) => onChange({ ...draft, due })} />
      </Field>
      <Field
        label={t('bulk.message')}
        error={problems.message === undefined ? undefined : t(problems.message)}
        counter={{ used: draft.message.length, max: maxLengths.message }}
      >
        <TextArea
          value={draft.message}
          rows={3}
          onChange={({ target }) => onChange({ ...draft, message: target.value })}
        />
      </Field>
    </>
  );
}

function NoteFields({ draft, onChange, hasTasks, problems }: BulkFieldsProps) {
  const t = useText('applications');
  return (
    <>
      <Field
        label={t('bulk.note')}
        required
        error={problems.note === undefined ? undefined : t(problems.note)}
        counter={{ used: draft.note.length, max: maxLengths.note }}
      >
        <TextArea
          value={draft.note}
          rows={3}
          onChange={({ target }) => onChange({ ...draft, note: target.value })}
        />
      </Field>
      {hasTasks ? (
        <Checkbox
          label={t('bulk.closeTasks')}
          checked={draft.closeTasks}
          onChange={({ target }) => onChange({ ...draft, closeTasks: target.checked })}
        />
      ) : null}
    </>
  );
}
