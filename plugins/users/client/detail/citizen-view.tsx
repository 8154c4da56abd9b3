import { Ban, Eye, Lock, LockOpen, Pencil } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Avatar,
  Banner,
  Button,
  Card,
  DescriptionList,
  HistoryButton,
  lazyComponent,
  PageHeader,
  PageTitle,
  refetchDocuments,
  Row,
  SlotView,
  Stack,
  useCapabilities,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import { userActions, userAside, type UserDetail } from '../../contract.ts';
import { useBlock } from '../block/use-block.tsx';
import { citizenDocument, documents } from '../data/queries.ts';
import { completenessBadge, stateBadge } from '../shared/user-badges.tsx';
import { MergedCard } from './merged-card.tsx';
import { SimilarCard } from './similar-card.tsx';

const citizenForm = lazyComponent(async () => (await import('../form/citizen-form.tsx')).CitizenForm);

/** A citizen, unmasked: facts, the block, similar and merged citizens, and the data of other plugins. */
export function CitizenView({ citizen }: { readonly citizen: UserDetail }) {
  const t = useText('users');
  const ableToMerge = useCapabilities('users').includes('users.merge');
  const block = useBlock();
  const [isEditing, setIsEditing] = useState(false);
  const name = fullName(citizen);
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHeader
        title={name}
        back={{ to: '/users', label: t('menu.title') }}
        leading={<Avatar name={name} size={44} tone="accent" />}
        subtitle={
          <Row>
            {stateBadge(citizen, t)}
            {completenessBadge(citizen, t, true)}
          </Row>
        }
        actions={
          <CitizenActions
            citizen={citizen}
            onBlock={() => block.requestBlock(citizen)}
            onEdit={() => setIsEditing(true)}
          />
        }
      />
      <Columns>
        <Stack>
          <BlockBanner citizen={citizen} />
          <Card title={t('detail.opening')}>
            <Facts citizen={citizen} />
          </Card>
          {ableToMerge ? (
            <>
              <SimilarCard citizen={citizen} />
              <MergedCard citizen={citizen} />
            </>
          ) : null}
        </Stack>
        <Stack>
          <SlotView slot={userAside} citizen={citizen} />
        </Stack>
      </Columns>
      {block.dialog}
      {isEditing ? <citizenForm.Component record={citizen} onClose={() => setIsEditing(false)} /> : null}
    </>
  );
}

interface CitizenActionsProps {
  readonly citizen: UserDetail;
  readonly onBlock: () => void;
  readonly onEdit: () => void;
}

/** The history, the actions of other plugins, blocking and editing. */
function CitizenActions({ citizen, onBlock, onEdit }: CitizenActionsProps) {
  const t = useText('users');
  const ableToWrite = useCapabilities('users').includes('users.write');
  return (
    <>
      <HistoryButton
        plugin="users"
        path={`users/${citizen.id}`}
        onRestored={() => void refetchDocuments(citizenDocument, documents.page)}
      />
      <SlotView slot={userActions} citizen={citizen} />
      <Button icon={citizen.blocked ? <LockOpen /> : <Lock size={16} />} onClick={onBlock}>
        {t(citizen.blocked ? 'unblock' : 'block')}
      </Button>
      {ableToWrite ? (
        <Button variant="primary" icon={<Pencil />} onClick={onEdit}>
          {t('detail.edit')}
        </Button>
      ) : null}
    </>
  );
}

/** Shows why, by whom and since when a citizen is blocked; a blocked citizen cannot submit applications from outside. */
function BlockBanner({ citizen: { blocked, block } }: { readonly citizen: UserDetail }) {
  const t = useText('users');
  const dates = useDates();
  if (!blocked) return null;
  const at = block?.at ? dates.dateTime(block.at) : '';
  return (
    <Banner tone="rejected" icon={<Ban />}>
      <p>
        {block?.by
          ? t('detail.blockedBy', { name: fullName(block.by), at })
          : at
            ? t('detail.blockedAt', { at })
            : t('state.true')}
      </p>
      <Plain>{block?.reason ? t('detail.blockedWhy', { reason: block.reason }) : t('detail.noReason')}</Plain>
      <Plain>{t('blockEffect')}</Plain>
    </Banner>
  );
}

function Facts({ citizen }: { readonly citizen: UserDetail }) {
  const t = useText('users');
  const dates = useDates();
  return (
    <Stack>
      <DescriptionList
        layout="above"
        columns={3}
        items={[
          { label: t('fields.personal_number'), value: citizen.personal_number },
          { label: t('fields.birthday'), value: citizen.birthday && dates.date(citizen.birthday) },
          {
            label: t('fields.phone'),
            value: citizen.phone && <a href={`tel:+${citizen.phone}`}>{formatPhone(citizen.phone)}</a>,
          },
          {
            label: t('fields.passport'),
            value: `${citizen.passport_series ?? ''} ${citizen.passport_number ?? ''}`.trim(),
          },
          { label: t('fields.createdAt'), value: dates.dateTime(citizen.createdAt) },
        ]}
      />
      <Banner tone="canceled" icon={<Eye />}>
        {t('detail.unmasked')}
      </Banner>
    </Stack>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(300px, 380px);
  align-items: start;
  gap: 16px;

  @media (max-width: 1099px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Plain = styled.p`
  font-weight: 400;
`;
