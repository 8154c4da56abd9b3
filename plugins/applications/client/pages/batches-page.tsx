import { styled } from 'styled-components';
import {
  Card,
  EmptyState,
  LinkButton,
  PageHeader,
  PageTitle,
  ReadView,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { BatchCard } from '../components/bulk/batch-card.tsx';
import { batchesDocument } from '../components/bulk/queries.ts';

/** The user's bulk jobs, with progress and reports. */
export function BatchesPage() {
  const t = useText('applications');
  const read = useRead(batchesDocument, {});
  const toList = <LinkButton to="/applications/list">{t('bulk.toList')}</LinkButton>;
  return (
    <>
      <PageTitle>{t('bulk.jobs')}</PageTitle>
      <PageHeader title={t('bulk.jobs')} subtitle={t('bulk.jobsText')} actions={toList} />
      <Card>
        <ReadView read={read} failed={t('bulk.jobsFailed')}>
          {({ batches }) =>
            batches.length === 0 ? (
              <EmptyState compact title={t('bulk.jobsNone')} text={t('bulk.jobsNoneText')} />
            ) : (
              <List>
                {batches.map((batch) => (
                  <BatchCard key={batch.id} batch={batch} />
                ))}
              </List>
            )
          }
        </ReadView>
      </Card>
    </>
  );
}

const List = styled.ul`
  margin: 0;
`;
