import type { ReactNode } from 'react';
import {
  Card,
  ItemList,
  PageHeader,
  PageTitle,
  ReadView,
  Stack,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { HoldItem } from '../components/hold-item.tsx';
import { RequestItem } from '../components/request-item.tsx';
import { holdsDocument, requestsDocument } from '../data/queries.ts';

/** Open and completed erasures, and holds. */
export function ListPage() {
  const t = useText('retention');
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader title={t('title')} subtitle={t('lead')} />
      <Stack>
        <Requests state="waiting" />
        <Holds />
        <Requests state="ended" />
      </Stack>
    </>
  );
}

function Requests({ state }: { readonly state: 'waiting' | 'ended' }) {
  const t = useText('retention');
  const read = useRead(requestsDocument, { variables: { state } });
  const empty = t(state === 'waiting' ? 'noneWaiting' : 'noneEnded');
  return (
    <Card title={t(state)}>
      <ReadView read={read} failed={t('failed')}>
        {({ requests: { items } }) => (
          <List title={t(state)} empty={empty}>
            {items.map((item) => (
              <RequestItem key={item.id} request={item} />
            ))}
          </List>
        )}
      </ReadView>
    </Card>
  );
}

function Holds() {
  const t = useText('retention');
  const read = useRead(holdsDocument);
  return (
    <Card title={t('holds')}>
      <ReadView read={read} failed={t('failed')}>
        {({ holds: { items } }) => (
          <List title={t('holds')} empty={t('noneHolds')}>
            {items.map((item) => (
              <HoldItem key={item.id} hold={item} />
            ))}
          </List>
        )}
      </ReadView>
    </Card>
  );
}

interface ListProps {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function List({ title, empty, children }: ListProps) {
  return children.length > 0 ? <ItemList aria-label={title}>{children}</ItemList> : <p>{empty}</p>;
}
