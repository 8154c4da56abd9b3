import { Eye, Lock, LockOpen } from 'lucide-react';
import {
  Avatar,
  Banner,
  Button,
  DescriptionList,
  Dialog,
  ErrorState,
  Row,
  Skeleton,
  SkeletonGroup,
  Stack,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import type { User } from '../contract.ts';
import { documents } from './queries.ts';
import { useBlock } from './use-block.ts';
import { filledBadge, stateBadge } from './user-badges.tsx';

interface UserDialogProps {
  /** The masked citizen of the list, until the clear data are read; the id alone where they were found elsewhere. */
  readonly user: User | Pick<User, 'id'>;
  readonly onClose: () => void;
}

/** A citizen with unmasked numbers. */
export function UserDialog({ user: listed, onClose }: UserDialogProps) {
  const t = useText('users');
  const read = useRead(documents.detail, { variables: { id: String(listed.id) }, policy: 'network-only' });
  const user = read.data?.record;
  const known = user ?? ('first_name' in listed ? listed : null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={known ? fullName(known) : t('detail.opening')}
      footer={
        <>
          {known ? <Block user={known} /> : null}
          <Button variant="primary" onClick={onClose}>
            {t('detail.close')}
          </Button>
        </>
      }
    >
      {user ? (
        <Facts user={user} />
      ) : read.error ? (
        <ErrorState
          compact
          title={t('detail.errorTitle')}
          text={read.error.text}
          onRetry={() => void read.refetch()}
          retrying={read.loading}
        />
      ) : (
        <SkeletonGroup>
          <Stack>
            {[70, 45, 60, 50, 40, 55].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={14} />
            ))}
          </Stack>
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

function Block({ user }: { readonly user: User }) {
  const t = useText('users');
  const block = useBlock();
  const { blocked } = user;
  return (
    <Button
      variant={blocked ? 'default' : 'danger'}
      icon={blocked ? <LockOpen /> : <Lock size={16} />}
      onClick={() => void block(user)}
    >
      {blocked ? t('unblock') : t('block')}
    </Button>
  );
}

function Facts({ user }: { readonly user: User }) {
  const t = useText('users');
  const dates = useDates();
  return (
    <Stack>
      <Row>
        <Avatar name={fullName(user)} />
        {stateBadge(user, t)}
        {filledBadge(user, t, true)}
      </Row>
      <DescriptionList
        items={[
          { label: t('fields.birthday'), value: user.birthday && dates.date(user.birthday) },
          { label: t('fields.phone'), value: user.phone && formatPhone(user.phone) },
          { label: t('fields.personal_number'), value: user.personal_number },
          {
            label: t('fields.passport'),
            value: `${user.passport_series ?? ''} ${user.passport_number ?? ''}`.trim(),
          },
          { label: t('fields.createdAt'), value: dates.dateTime(user.createdAt) },
        ]}
      />
      <Banner tone="canceled" icon={<Eye size={16} />}>
        {t('detail.clear')}
      </Banner>
    </Stack>
  );
}
