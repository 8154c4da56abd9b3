import { ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Banner, Button, Card, useDates, useRead, useSession, useText } from '#kernel/plugin-api/client.ts';
import { allows, superAdmin } from '#kernel/plugin-api/contract.ts';
import { applicationHoldDocument, citizenStateDocument } from '../data/queries.ts';
import { HoldDialog } from './citizen-actions.tsx';

/** On a citizen's page: the holds, and an open erasure request. */
export function CitizenState({ citizen }: { readonly citizen: { readonly id: number } }) {
  const t = useText('retention');
  const dates = useDates();
  const { data } = useRead(citizenStateDocument, { variables: { id: String(citizen.id) } });
  if (!data) return null;
  const { holds, request } = data.state;
  return (
    <>
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
  const [asking, setAsking] = useState(false);
  const { rights } = useSession();
  const { data, refetch } = useRead(applicationHoldDocument, { variables: { id: String(id) } });
  if (!data) return null;
  if (data.applicationHold.held) {
    return (
      <Banner tone="accepted" icon={<ShieldCheck />}>
        {t('holdBanner')}
      </Banner>
    );
  }
  if (!allows(superAdmin, rights)) return null;
  return (
    <Card>
      <Button icon={<ShieldCheck size={16} />} onClick={() => setAsking(true)}>
        {t('hold')}
      </Button>
      {asking ? (
        <HoldDialog
          subject={{ subject_type: 'application', subject_id: id }}
          name={t('application', { number: id })}
          onClose={() => {
            setAsking(false);
            void refetch();
          }}
        />
      ) : null}
    </Card>
  );
}
