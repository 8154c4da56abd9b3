import { useRef } from 'react';
import { get, type FieldError, type FieldValues } from 'react-hook-form';
import { send } from '#kernel/client/data/send.ts';
import { confirmDiscard } from '#kernel/client/navigation/use-discard-guard.ts';
import { focusFirstWrong } from './focus-first-wrong.ts';
import type { RecordForm, RecordFormOptions, VersionedRecord } from './record-form.ts';
import { useFormFields } from './use-form-fields.ts';
import { readLatest } from './use-remote-change.ts';
import { useRecordSave } from './use-record-save.ts';
import { useVersionConflict } from './use-version-conflict.ts';

/** Reads the stored record, unmasked; null if it cannot be read. */
async function readStored<Item extends VersionedRecord, Values extends FieldValues, Body extends object>(
  options: RecordFormOptions<Item, Values, Body>,
  id: number,
): Promise<Item | null> {
  if (!options.isMaskedInConflicts) return readLatest<Item>(options, id);
  return send<Item>('GET', `${options.path}/${id}`).catch(() => null);
}

/** The form of a record: its fields and draft, versions of other admins, and saving. */
export function useRecordForm<Item extends VersionedRecord, Values extends FieldValues, Body extends object>(
  options: RecordFormOptions<Item, Values, Body>,
): RecordForm<Item, Values> {
  const { record, valuesOf } = options;
  const bodyOf = options.bodyOf ?? ((values: Values): unknown => values);
  const formElement = useRef<HTMLFormElement | null>(null);
  const focusProblem = () => focusFirstWrong(formElement.current);
  const fields = useFormFields(options, bodyOf);
  const versions = useVersionConflict(options, bodyOf, fields);
  const { sending, save } = useRecordSave(options, bodyOf, fields, versions, focusProblem);
  const { form, draft, restored, storeDraft } = fields;
  const { conflict, isRejected, remoteChange, compareWith, settle } = versions;
  const { isDirty } = form.formState;

  function edit(values: Values, of: Item | null): void {
    fields.reset(values, of?.updatedAt ?? null);
    settle();
  }

  return {
    form,
    path: record && `${options.path}/${record.id}`,
    creating: record === null,
    sending,
    dirty: isDirty,
    restored,
    conflict,
    remoteChange,
    showRemoteChange: () => remoteChange?.kind === 'changed' && compareWith(remoteChange.theirs),
    valuesOf,
    problem: (field) => (get(form.formState.errors, field) as FieldError | undefined)?.message,
    submit(event) {
      formElement.current = event.currentTarget;
      event.stopPropagation();
      void form.handleSubmit(save, focusProblem)(event);
    },
    keepMine() {
      if (conflict) fields.setVersion(conflict.updatedAt);
      if (isRejected) return void save(form.getValues());
      // The form has not been submitted yet.
      if (isDirty) storeDraft(form.getValues());
      settle();
    },
    takeTheirs: () => conflict && edit(valuesOf(conflict), conflict),
    decideLater: () => compareWith(null),
    async discard() {
      if (isDirty && !(await confirmDiscard())) return false;
      await draft.clear();
      return true;
    },
    async readAgain() {
      const latest = record && (await readStored(options, record.id));
      if (latest && !form.formState.isDirty) edit(valuesOf(latest), latest);
    },
    startOver: () => edit(valuesOf(record), record),
  };
}
