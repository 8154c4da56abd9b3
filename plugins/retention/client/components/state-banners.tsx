import { ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  Card,
  ErrorState,
  type Read,
  StaleBanner,
  useDates,
  useRead,
  useSession,
  useText,
} from '#kernel/plugin-api/client.ts';
import { allows, superAdmin } from '#kernel/plugin-api/contract.ts';
import { applicationHoldDocument, citizenStateDocument } from '../data/queries.ts';
import { HoldDialog } from './citizen-actions.tsx';

/** On a citizen's page: the holds, and an open erasure request. */
export function CitizenState({ citizen }: { readonly citizen: { readonly id: number } }) {
  const t = useText('retention');
  const dates = useDates();
  const { rights } = useSession();
  const skip = !allows(superAdmin, rights);
  const read = useRead(citizenStateDocument, { variables: { id: String(citizen.id) }, skip });
  if (!read.data) return <Unread read={read} />;
  const { holds, request } = read.data.state;
  return (
    <>
      <StaleBanner read={read} />
      {holds.map(({ id, subject_type: type, subject_id: subjectId, reason, placed_by: name, placedAt }) => (
        <Banner key={id} tone="accepted" icon={<ShieldCheck />}>
          <p>{t('holdBanner')}</p>
          <p>
            {type === 'application' ? `${t('application', { number: subjectId })}: ` : ''}
            {reason}
          </p>
          <p>{t('placedBy', { name, at: dates.dateTime(placedAt) })}</p>
        </Banner>
      ))}
      {request?.state === 'asked' || request?.state === 'confirmed' ? (
        <Banner tone="rejected" icon={<Trash2 />}>
          {t(request.state === 'asked' ? 'pendingBanner' : 'confirmedBanner')}
        </Banner>
      ) : null}
    </>
  );
}

/** Beside an application: whether it is under a hold; super admins can place one here. */
export function ApplicationState({ application: { id } }: { readonly application: { readonly id: number } }) {
  const t = useText('retention');
  const [isConfirming, setConfirming] = useState(false);
  const { rights } = useSession();
  const read = useRead(applicationHoldDocument, { variables: { id: String(id) } });
  if (!read.data) return <Unread read={read} />;
  if (read.data.applicationHold.held) {
    return (
      <Banner tone="accepted" icon={<ShieldCheck />}>
        {t('holdBanner')}
      </Banner>
    );
  }
  if (!allows(superAdmin, rights)) return null;
  return (
    <Card>
      <Button icon={<ShieldCheck size={16} />} onClick={() => setConfirming(true)}>
        {t('hold')}
      </Button>
      {isConfirming ? (
        <HoldDialog
          subject={{ subject_type: 'application', subject_id: id }}
          name={t('application', { number: id })}
          onClose={() => {
            setConfirming(false);
            void read.refetch();
          }}
        />
      ) : null}
    </Card>
  );
}

/** The error of a state that could not be read, without which a hold would seem to be absent. */
function Unread({ read }: { readonly read: Read<unknown> }) {
  const t = useText('retention');
  // Users who may not read the state see no error.
  if (!read.error || read.error.status === 403) return null;
  return (
    <ErrorState
      compact
      title={t('stateFailed')}
      text={read.error.text}
      onRetry={() => void read.refetch()}
      retrying={read.loading}
    />
  );
}
