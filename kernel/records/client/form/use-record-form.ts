import { useRef } from 'react';
import { get, type FieldError, type FieldValues } from 'react-hook-form';
import { translate } from '#kernel/client/i18n/i18n.ts';
import { confirm } from '#kernel/client/ui/overlays/confirm-store.ts';
import { focusFirstWrong } from './focus-first-wrong.ts';
import type { RecordForm, RecordFormOptions, VersionedRecord } from './record-form.ts';
import { useFormFields } from './use-form-fields.ts';
import { useRecordSave } from './use-record-save.ts';
import { useVersionConflict } from './use-version-conflict.ts';

/** Ties a form to a record: its fields and draft, versions of other admins, and saving. */
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
  const { conflict, isRefused, remoteChange, compareWith, settle } = versions;
  const { isDirty } = form.formState;

  function edit(values: Values, of: Item | null): void {
    fields.reset(values, of?.updatedAt ?? null);
    settle();
  }

  return {
    form,
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
      if (isRefused) return void save(form.getValues());
      // Nobody has asked for it to be saved yet.
      if (isDirty) storeDraft(form.getValues());
      settle();
    },
    takeTheirs: () => conflict && edit(valuesOf(conflict), conflict),
    decideLater: () => compareWith(null),
    async discard() {
      if (isDirty) {
        const title = translate('kernel:records.discardTitle');
        const sure = await confirm({ title, text: translate('kernel:records.discardText'), danger: true });
        if (!sure) return false;
      }
      await draft.clear();
      return true;
    },
    startAfresh: () => edit(valuesOf(record), record),
  };
}
