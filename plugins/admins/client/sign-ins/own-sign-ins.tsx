import { useText } from '#kernel/client/index.ts';
import { Button, Card, ErrorState, Skeleton, SkeletonGroup } from '#kernel/client/ui/index.ts';
import { useCanManageStaff } from '../use-can-manage-staff.ts';
import { SignInList } from './sign-in-list.tsx';
import { useSignIns } from './use-sign-ins.ts';

/** Where one is signed in oneself, in the settings. */
export function OwnSignIns() {
  return useCanManageStaff() ? <Own /> : null;
}

function Own() {
  const t = useText('admins');
  const { read, items, end, endAll } = useSignIns('admin');
  return (
    <Card title={t('signIns.own')}>
      {items ? (
        <>
          <SignInList items={items} onEnd={end} />
          {items.length > 1 ? (
            <Button onClick={() => endAll(t('signIns.endOthersTitle'))}>{t('signIns.endOthers')}</Button>
          ) : null}
        </>
      ) : read.error ? (
        <ErrorState
          title={t('signIns.failed')}
          text={read.error.text}
          onRetry={() => void read.refetch()}
          retrying={read.loading}
        />
      ) : (
        <Waiting />
      )}
    </Card>
  );
}

/** Stands where the sign-ins will. */
export function Waiting() {
  return (
    <SkeletonGroup>
      <Skeleton height={40} />
      <Skeleton height={40} />
    </SkeletonGroup>
  );
}
