import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  FieldNote,
  refetchQueries,
  Select,
  submitOnCtrlEnter,
  TextInput,
  toast,
  useDiscardGuard,
  useMutate,
  useName,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { SavedView } from '../../../contract/views.ts';
import { viewsDocument } from '../../data/filter-queries.ts';
import { currentQuery } from './current-query.ts';

/** The props of the view dialog. */
export interface ViewDialogProps {
  /** Null for a new view of the current address. */
  readonly view: SavedView | null;
  readonly onClose: () => void;
}

/** Edits a view's name and who can see it. */
export function ViewDialog({ view, onClose }: ViewDialogProps) {
  const t = useText('applications');
  const form = useViewForm(view, onClose);
  const mayClose = useDiscardGuard(form);
  return (
    <Dialog
      open
      title={t(view ? 'views.editTitle' : 'views.saveTitle')}
      onClose={onClose}
      guard={mayClose}
      footer={
        <Button
          variant="primary"
          type="submit"
          form="view-form"
          loading={form.sending}
          disabled={form.name.trim() === ''}
        >
          {t('views.submit')}
        </Button>
      }
    >
      <Form
        id="view-form"
        onKeyDown={submitOnCtrlEnter}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Field label={t('views.name')} required error={form.problem}>
          <TextInput
            value={form.name}
            maxLength={60}
            placeholder={t('views.namePlaceholder')}
            onChange={(event) => form.setName(event.target.value)}
          />
        </Field>
        <ShareField value={form.roleId} onChange={form.setRoleId} />
        {view && location.pathname === '/applications/list' ? (
          <Checkbox
            label={t('views.replace')}
            checked={form.replaces}
            onChange={(event) => form.setReplaces(event.target.checked)}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}

interface ShareFieldProps {
  /** The id of a role; 0 for nobody else. */
  readonly value: number;
  readonly onChange: (roleId: number) => void;
}

/** The role whose admins also see the view. */
function ShareField({ value, onChange }: ShareFieldProps) {
  const t = useText('applications');
  const nameOf = useName();
  const { data } = useRetriedRead(viewsDocument);
  return (
    <>
      <Field label={t('views.share')}>
        <Select
          options={[
            { value: 0, label: t('views.onlyMe') },
            ...(data?.views.roles ?? []).map((role) => ({
              value: Number(role.id),
              label: t('views.withRole', { name: nameOf(role) }),
            })),
          ]}
          value={value}
          onChange={onChange}
        />
      </Field>
      {value === 0 ? null : <FieldNote>{t('views.shareHint')}</FieldNote>}
    </>
  );
}

/** The values of a view, whether they differ from the stored ones, and their saving. */
function useViewForm(view: SavedView | null, onSaved: () => void) {
  const t = useText('applications');
  const [name, setName] = useState(view?.name ?? '');
  const [roleId, setRoleId] = useState(view?.role_id ?? 0);
  const [replaces, setReplaces] = useState(view === null);
  const save = useMutate({ quiet: true });

  async function submit(): Promise<void> {
    if (name.trim() === '') return;
    const body = {
      name: name.trim(),
      query: replaces || view === null ? currentQuery(location.search) : view.query,
      role_id: roleId === 0 ? null : roleId,
    };
    const saved = view
      ? await save.run('PUT', `applications/views/${view.id}`, body, { version: view.updatedAt })
      : await save.run('POST', 'applications/views', body);
    if (saved === null) return;
    toast.success(t('views.saved'));
    void refetchQueries(viewsDocument);
    onSaved();
  }

  return {
    name,
    setName,
    roleId,
    setRoleId,
    replaces,
    setReplaces,
    isDirty:
      name.trim() !== (view?.name ?? '') || roleId !== (view?.role_id ?? 0) || replaces !== (view === null),
    sending: save.sending,
    problem: save.error?.text,
    submit,
  };
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: 14px;
`;
