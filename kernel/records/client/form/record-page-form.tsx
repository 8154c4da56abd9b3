import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { styled } from 'styled-components';
import { PageTitle } from '#kernel/client/layout/page-title.tsx';
import { useLeaveGuard } from '#kernel/client/navigation/leave-guard.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { FormBody, submitOnCtrlEnter } from '#kernel/client/ui/inputs/field/form-body.tsx';
import { PageHeader } from '#kernel/client/ui/layout/page-header.tsx';
import { useFooterHeight } from '#kernel/client/ui/layout/use-footer-height.ts';
import { useIsPhone } from '#kernel/client/ui/layout/use-is-phone.ts';
import { ConflictDialog, type Fact } from './conflict-dialog.tsx';
import { FormHistory } from './form-history.tsx';
import { RemoteChangeNote } from './remote-change-note.tsx';
import { RestoredNote } from './restored-note.tsx';
import { SaveButton } from './save-button.tsx';
import type { RecordForm } from './record-form.ts';

interface RecordPageFormProps<Item, Values extends FieldValues> {
  readonly handle: RecordForm<Item, Values>;
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  readonly facts: (values: Values) => readonly Fact[];
  /** Deletes the record, with its own confirmation and message (`removeRecord`). */
  readonly onDelete?: (() => void) | undefined;
  /** The plugin that announces the record's history; adds a button that opens the versions. */
  readonly history?: string | undefined;
  readonly children: ReactNode;
}

/**
 * The form of a record as a page. The buttons are at the top; on a phone, the save button is at the bottom. Leaving the
 * page asks for a confirmation if input would be lost.
 */
export function RecordPageForm<Item extends { readonly updatedAt: string }, Values extends FieldValues>({
  handle,
  title,
  back,
  facts,
  onDelete,
  history,
  children,
}: RecordPageFormProps<Item, Values>) {
  const t = useText();
  const id = useId();
  const { creating, sending, dirty } = handle;
  useLeaveGuard(dirty && !sending);
  const phone = useIsPhone();
  const save = <SaveButton form={id} creating={creating} sending={sending} />;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
        back={back}
        actions={
          <>
            <FormHistory handle={handle} plugin={history} />
            {onDelete ? (
              <Button variant="danger" onClick={onDelete} disabled={sending}>
                {t('records.delete')}
              </Button>
            ) : null}
            {phone ? null : save}
          </>
        }
      />
      <Form id={id} noValidate onSubmit={handle.submit} onKeyDown={submitOnCtrlEnter}>
        <FormBody submitting={sending}>
          <RestoredNote handle={handle} />
          <RemoteChangeNote handle={handle} />
          {children}
        </FormBody>
        {phone ? <Footer>{save}</Footer> : null}
      </Form>
      <ConflictDialog handle={handle} facts={facts} />
    </>
  );
}

function Footer({ children }: { readonly children: ReactNode }) {
  return <Bar ref={useFooterHeight<HTMLDivElement>()}>{children}</Bar>;
}

const Bar = styled.div`
  position: var(--bar-position);
  bottom: 0;
  z-index: var(--z-sticky);
  display: grid;
  padding: 12px 0 calc(12px + env(safe-area-inset-bottom));
  background: linear-gradient(transparent, var(--ground) 12px);
`;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: 16px;
`;
