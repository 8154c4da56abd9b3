import { useText } from '#kernel/client/index.ts';
import { Button, Dialog, ErrorState } from '#kernel/client/ui/index.ts';
import { Waiting } from './own-sign-ins.tsx';
import { SignInList } from './sign-in-list.tsx';
import { useSignIns } from './use-sign-ins.ts';

interface SignInsDialogProps {
  readonly of: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Where an admin is signed in, for who may end it. */
export function SignInsDialog({ of, name, onClose }: SignInsDialogProps) {
  const t = useText('admins');
  const { read, items, end, endAll } = useSignIns(of);
  const others = items?.filter(({ current }) => !current) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('signIns.of', { name })}
      footer={
        <>
          {others.length > 0 ? (
            <Button variant="danger" onClick={() => endAll(t('signIns.endAllTitle', { name }))}>
              {t('signIns.endAll')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('signIns.close')}</Button>
        </>
      }
    >
      {items && items.length === 0 ? <p>{t('signIns.none')}</p> : null}
      {items ? <SignInList items={items} onEnd={end} /> : null}
      {!items && read.error ? (
        <ErrorState
          title={t('signIns.failed')}
          text={read.error.text}
          onRetry={() => void read.refetch()}
          retrying={read.loading}
        />
      ) : null}
      {items || read.error ? null : <Waiting />}
    </Dialog>
  );
}
