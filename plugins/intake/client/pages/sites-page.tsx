import { Plus } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  EmptyState,
  PageHeader,
  PageTitle,
  ReadView,
  SkeletonCard,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { Site, SiteSecrets } from '../../contract.ts';
import { EventsDialog } from '../components/events-dialog.tsx';
import { SecretsDialog } from '../components/secrets-dialog.tsx';
import { SiteForm } from '../components/site-form.tsx';
import { SiteRow } from '../components/site-row.tsx';
import { sitesDocument } from '../data/queries.ts';

/** The dialog that is open. */
type Opened =
  | { readonly kind: 'form'; readonly site: Site | null }
  | { readonly kind: 'secrets'; readonly made: SiteSecrets }
  | { readonly kind: 'events'; readonly site: Site };

/** The sites that send applications with a key: their rights, limits and events. */
export function SitesPage() {
  const t = useText('intake');
  const read = useRead(sitesDocument);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const sites = read.data?.sites ?? [];
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpened({ kind: 'form', site: null })}>
      {t('sites.add')}
    </Button>
  );
  return (
    <>
      <PageTitle>{t('menu.sites')}</PageTitle>
      <PageHeader
        title={t('menu.sites')}
        note={read.data && formatNumber(sites.length)}
        subtitle={t('sites.lead')}
        actions={add}
      />
      <Space />
      <ReadView read={read} failed={t('sites.failed')} compact={false} skeleton={<SkeletonCard />}>
        {() =>
          sites.length === 0 ? (
            <Card>
              <EmptyState title={t('sites.none')} text={t('sites.noneText')} compact />
            </Card>
          ) : (
            <Card flush>
              <Rows aria-label={t('menu.sites')}>
                {sites.map((site) => (
                  <SiteRow
                    key={site.id}
                    site={site}
                    onEdit={() => setOpened({ kind: 'form', site })}
                    onEvents={() => setOpened({ kind: 'events', site })}
                    onSecrets={(made) => setOpened({ kind: 'secrets', made })}
                  />
                ))}
              </Rows>
            </Card>
          )
        }
      </ReadView>
      {opened?.kind === 'form' ? (
        <SiteForm
          site={opened.site}
          onClose={close}
          onMade={(made) => setOpened({ kind: 'secrets', made })}
        />
      ) : null}
      {opened?.kind === 'secrets' ? <SecretsDialog made={opened.made} onClose={close} /> : null}
      {opened?.kind === 'events' ? <EventsDialog site={opened.site} onClose={close} /> : null}
    </>
  );
}

const Space = styled.div`
  height: var(--s4);
`;

const Rows = styled.ul`
  > li + li {
    border-top: 1px solid var(--line);
  }
`;
