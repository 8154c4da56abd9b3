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
  const nameOf = useName();
  const { data } = useRetriedRead(viewsDocument);
  const [name, setName] = useState(view?.name ?? '');
  const [roleId, setRoleId] = useState(view?.role_id ?? 0);
  const [replaces, setReplaces] = useState(view === null);
  const save = useMutate({ quiet: true });
  const roles = data?.views.roles ?? [];
  const isDirty =
    name.trim() !== (view?.name ?? '') || roleId !== (view?.role_id ?? 0) || replaces !== (view === null);
  const mayClose = useDiscardGuard({ isDirty, sending: save.sending });

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
    onClose();
  }

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
          loading={save.sending}
          disabled={name.trim() === ''}
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
          void submit();
        }}
      >
        <Field label={t('views.name')} required error={save.error?.text}>
          <TextInput
            value={name}
            maxLength={60}
            placeholder={t('views.namePlaceholder')}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('views.share')}>
          <Select
            options={[
              { value: 0, label: t('views.onlyMe') },
              ...roles.map((role) => ({
                value: Number(role.id),
                label: t('views.withRole', { name: nameOf(role) }),
              })),
            ]}
            value={roleId}
            onChange={setRoleId}
          />
        </Field>
        {roleId === 0 ? null : <FieldNote>{t('views.shareHint')}</FieldNote>}
        {view && location.pathname === '/applications/list' ? (
          <Checkbox
            label={t('views.replace')}
            checked={replaces}
            onChange={(event) => setReplaces(event.target.checked)}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: 14px;
`;
