import { styled } from 'styled-components';
import {
  Card,
  EmptyState,
  PageHeader,
  PageTitle,
  ReadView,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { BatchCard } from '../batches/batch-card.tsx';
import { BatchForm } from '../batches/batch-form.tsx';
import { batchesDocument } from '../data/queries.ts';

/** Bulk jobs: letters from one template to many applications, their progress, and their pages in one file. */
export function BatchesPage() {
  const t = useText('letters');
  const read = useRead(batchesDocument, {});
  return (
    <>
      <PageTitle>{t('batches.title')}</PageTitle>
      <PageHeader title={t('batches.title')} subtitle={t('batches.text')} />
      <Columns>
        <BatchForm />
        <Card title={t('batches.latest')}>
          <ReadView read={read} failed={t('batches.failedToRead')}>
            {({ batches }) =>
              batches.length === 0 ? (
                <EmptyState compact title={t('batches.none')} text={t('batches.noneText')} />
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
      </Columns>
    </>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(280px, 380px) minmax(0, 1fr);
  gap: 16px;
  align-items: start;

  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const List = styled.ul`
  margin: 0;
`;
