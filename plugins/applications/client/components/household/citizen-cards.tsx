import { styled } from 'styled-components';
import {
  Card,
  ErrorState,
  gql,
  Skeleton,
  SkeletonGroup,
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
import { receivers } from '../../../manifest.ts';
import { EarlierList } from './earlier-list.tsx';
import { earlierFields, homeFields } from './fields.ts';
import { HomeFacts } from './home-facts.tsx';

const citizenDocument: TypedDocumentNode<{ readonly known: CitizenApplications }, { id: string }> = gql`
  query ApplicationsOfCitizen($id: String!) {
    known(id: $id) @rest(type: "ApplicationsOfCitizen", path: "applications/citizens/{args.id}") {
      households {
        items {
          ${homeFields}
        }
        elsewhere
      }
      applications {
        ${earlierFields}
      }
    }
  }
`;

/** Beside a citizen: their home and their applications, for those who may see applications. */
export function CitizenCards({ citizen }: { readonly citizen: UserDetail }) {
  const { rights } = useSession();
  const able = useCapabilities('applications').includes('applications.household');
  return able && allows(receivers, rights) ? <Known id={Number(citizen.id)} /> : null;
}

function Known({ id }: { readonly id: number }) {
  const t = useText('applications');
  const { data, error, loading, refetch } = useRead(citizenDocument, { variables: { id: String(id) } });
  if (data) return <Cards known={data.known} />;
  return (
    <Card title={t('household.title')}>
      {error ? (
        <ErrorState
          compact
          title={t('household.errorTitle')}
          text={error.text}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      ) : (
        <SkeletonGroup>
          <Skeleton width="70%" height={14} />
        </SkeletonGroup>
      )}
    </Card>
  );
}

function Cards({ known: { households, applications } }: { readonly known: CitizenApplications }) {
  const t = useText('applications');
  return (
    <>
      <Card title={t('household.title')}>
        <Stack $gap={10}>
          {households.items.map((home) => (
            <HomeFacts key={home.id} home={home} />
          ))}
          {households.items.length + households.elsewhere === 0 ? (
            <Small>{t('household.empty')}</Small>
          ) : null}
          {households.elsewhere > 0 ? (
            <Small>{t('household.elsewhere', { count: households.elsewhere })}</Small>
          ) : null}
        </Stack>
      </Card>
      <Card title={t('list.title')}>
        <Stack $gap={10}>
          {applications.items.length + applications.elsewhere === 0 ? (
            <Small>{t('household.noApplications')}</Small>
          ) : null}
          <EarlierList items={applications.items} />
          {applications.elsewhere > 0 ? (
            <Small>{t('household.more', { count: applications.elsewhere })}</Small>
          ) : null}
        </Stack>
      </Card>
    </>
  );
}

const Small = styled.p`
  color: var(--text-2);
  font-size: 13px;
`;
