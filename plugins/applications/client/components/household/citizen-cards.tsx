import { styled } from 'styled-components';
import {
  Card,
  gql,
  ReadView,
  Skeleton,
  Stack,
  type TypedDocumentNode,
  useCapabilities,
  useRead,
  useSession,
  useText,
} from '#kernel/plugin-api/client.ts';
import { allows } from '#kernel/plugin-api/contract.ts';
import type { UserDetail } from '#plugins/users/contract.ts';
import type { CitizenApplications } from '../../../contract.ts';
import { receiverAccess } from '../../../manifest.ts';
import { EarlierList } from './earlier-list.tsx';
import { earlierFields, householdFields } from './fields.ts';
import { HouseholdFacts } from './household-facts.tsx';

const citizenDocument: TypedDocumentNode<{ readonly known: CitizenApplications }, { id: string }> = gql`
  query ApplicationsOfCitizen($id: String!) {
    known(id: $id) @rest(type: "ApplicationsOfCitizen", path: "applications/citizens/{args.id}") {
      households {
        items {
          ${householdFields}
        }
        elsewhere
      }
      applications {
        ${earlierFields}
      }
    }
  }
`;

/** Beside a citizen: their household and their applications, for users who may see applications. */
export function CitizenCards({ citizen }: { readonly citizen: UserDetail }) {
  const { rights } = useSession();
  const able = useCapabilities('applications').includes('applications.household');
  return able && allows(receiverAccess, rights) ? <Known id={Number(citizen.id)} /> : null;
}

function Known({ id }: { readonly id: number }) {
  const t = useText('applications');
  const read = useRead(citizenDocument, { variables: { id: String(id) } });
  return (
    <>
      <Card title={t('household.title')}>
        <ReadView
          read={read}
          failed={t('household.errorTitle')}
          skeleton={<Skeleton width="70%" height={14} />}
        >
          {({ known }) => <Households households={known.households} />}
        </ReadView>
      </Card>
      {read.data ? <Applications applications={read.data.known.applications} /> : null}
    </>
  );
}

function Households({ households: { items, elsewhere } }: Pick<CitizenApplications, 'households'>) {
  const t = useText('applications');
  return (
    <Stack $gap={10}>
      {items.map((household) => (
        <HouseholdFacts key={household.id} household={household} />
      ))}
      {items.length + elsewhere === 0 ? <Small>{t('household.empty')}</Small> : null}
      {elsewhere > 0 ? <Small>{t('household.elsewhere', { count: elsewhere })}</Small> : null}
    </Stack>
  );
}

function Applications({ applications: { items, elsewhere } }: Pick<CitizenApplications, 'applications'>) {
  const t = useText('applications');
  return (
    <Card title={t('list.title')}>
      <Stack $gap={10}>
        {items.length + elsewhere === 0 ? <Small>{t('household.noApplications')}</Small> : null}
        <EarlierList items={items} />
        {elsewhere > 0 ? <Small>{t('household.more', { count: elsewhere })}</Small> : null}
      </Stack>
    </Card>
  );
}

const Small = styled.p`
  color: var(--text-2);
  font-size: 13px;
`;
