import { useState } from 'react';
import { styled } from 'styled-components';
import { oneIdCapability } from '#kernel/plugin-api/contract.ts';
import {
  Button,
  Card,
  confirm,
  ErrorState,
  refetchQueries,
  send,
  Skeleton,
  SkeletonGroup,
  toast,
  toastError,
  useCapabilities,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { linkDocument } from '../queries.ts';
import { useOutcome } from '../use-outcome.ts';
import { LinkDialog } from './link-dialog.tsx';

/** The link of one's own account to OneID; nothing where the deployment has not set OneID up. */
export function LinkCard() {
  const isThere = useCapabilities('one_id').includes(oneIdCapability);
  return isThere ? <Linking /> : null;
}

function Linking() {
  const t = useText('one_id');
  const { data, error, refetch } = useRead(linkDocument);
  const [asking, setAsking] = useState(false);
  useOutcome();

  function unlink(): void {
    void confirm({
      title: t('unlink.title'),
      text: t('unlink.text'),
      danger: true,
      action: async () => {
        try {
          await send('DELETE', 'oneid/link');
          toast.success(t('unlink.done'));
          await refetchQueries(linkDocument);
        } catch (failure) {
          toastError(failure);
        }
      },
    });
  }

  return (
    <Card title={t('card.title')}>
      {error && !data ? (
        <ErrorState compact title={t('card.failed')} text={error.text} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonGroup>
          <Skeleton width="70%" />
        </SkeletonGroup>
      ) : (
        <Stack>
          <p>{data.link.linked ? t('card.linked', { ending: data.link.ending }) : t('card.lead')}</p>
          {data.link.linked ? (
            <Button onClick={unlink}>{t('card.unlink')}</Button>
          ) : (
            <Button onClick={() => setAsking(true)}>{t('card.link')}</Button>
          )}
        </Stack>
      )}
      {asking ? <LinkDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: var(--s3);

  p {
    color: var(--text-2);
  }
`;
