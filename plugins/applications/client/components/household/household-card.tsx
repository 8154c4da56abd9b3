import { styled } from 'styled-components';
import {
  Card,
  gql,
  ReadView,
  Skeleton,
  Stack,
  StatusBadge,
  type TypedDocumentNode,
  useCapabilities,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ApplicationDetail, ApplicationHousehold } from '../../../contract.ts';
import { EarlierList } from './earlier-list.tsx';
import { earlierFields, householdFields } from './fields.ts';
import { HouseholdFacts } from './household-facts.tsx';

const householdDocument: TypedDocumentNode<{ readonly household: ApplicationHousehold }, { id: string }> =
  gql`
    query ApplicationHousehold($id: String!) {
      household(id: $id) @rest(type: "ApplicationHousehold", path: "applications/{args.id}/household") {
        items {
          ${householdFields}
          members {
            full_name
            personal_number
            is_applicant
            applications {
              ${earlierFields}
            }
          }
        }
        elsewhere
        applicant {
          ${earlierFields}
        }
      }
    }
  `;

/** Beside an application: the applicant's household, its members, and their earlier applications. */
export function HouseholdCard({ application }: { readonly application: ApplicationDetail }) {
  return useCapabilities('applications').includes('applications.household') ? (
    <Loaded id={Number(application.id)} />
  ) : null;
}

function Loaded({ id }: { readonly id: number }) {
  const t = useText('applications');
  const read = useRead(householdDocument, { variables: { id: String(id) } });
  return (
    <Card title={t('household.title')}>
      <ReadView
        read={read}
        failed={t('household.errorTitle')}
        skeleton={
          <Stack $gap={8}>
            {[80, 55, 65].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={14} />
            ))}
          </Stack>
        }
      >
        {({ household }) => <Households household={household} />}
      </ReadView>
    </Card>
  );
}

function Households({
  household: { items, elsewhere, applicant },
}: {
  readonly household: ApplicationHousehold;
}) {
  const t = useText('applications');
  return (
    <Stack $gap={14}>
      {items.length === 0 && elsewhere === 0 ? <Small>{t('household.empty')}</Small> : null}
      {items.map((household) => (
        <Stack key={household.id} $gap={10}>
          <HouseholdFacts household={household} />
          <Members>
            {household.members.map((member) => (
              <Member key={`${member.full_name} ${member.personal_number}`} member={member} />
            ))}
          </Members>
        </Stack>
      ))}
      {elsewhere > 0 ? <Small>{t('household.elsewhere', { count: elsewhere })}</Small> : null}
      {applicant ? (
        <Stack $gap={8}>
          <Title>{t('household.earlierApplications')}</Title>
          <Earlier applications={applicant} />
        </Stack>
      ) : null}
    </Stack>
  );
}

type HouseholdMember = ApplicationHousehold['items'][number]['members'][number];

function Member({ member }: { readonly member: HouseholdMember }) {
  const t = useText('applications');
  return (
    <li>
      <Name>
        {member.full_name}{' '}
        {member.is_applicant ? (
          <StatusBadge tone="created" plain>
            {t('household.applicant')}
          </StatusBadge>
        ) : null}
      </Name>
      <Small>{member.personal_number}</Small>
      <Earlier applications={member.applications} />
    </li>
  );
}

function Earlier({ applications: { items, elsewhere } }: Pick<HouseholdMember, 'applications'>) {
  const t = useText('applications');
  return (
    <>
      {items.length === 0 && elsewhere === 0 ? <Small>{t('household.noApplications')}</Small> : null}
      <EarlierList items={items} />
      {elsewhere > 0 ? <Small>{t('household.more', { count: elsewhere })}</Small> : null}
    </>
  );
}

const Title = styled.h3`
  font-size: 14px;
  font-weight: 600;
`;

const Members = styled.ul`
  display: grid;
  gap: 12px;

  > li {
    display: grid;
    gap: 4px;
    padding-top: 10px;
    border-top: 1px solid var(--line);
  }
`;

const Name = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 8px;
  overflow-wrap: anywhere;
`;

const Small = styled.p`
  color: var(--text-2);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;
