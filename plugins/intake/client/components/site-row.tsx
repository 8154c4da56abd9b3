import { EllipsisVertical } from 'lucide-react';
import { styled } from 'styled-components';
import {
  confirmChange,
  IconButton,
  Menu,
  type MenuEntry,
  refetchQueries,
  RelativeTime,
  send,
  StatusBadge,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import type { Site, SiteSecrets } from '../../contract.ts';
import { sitesDocument } from '../data/queries.ts';

interface SiteRowProps {
  readonly site: Site;
  readonly onEdit: () => void;
  readonly onEvents: () => void;
  readonly onSecrets: (made: SiteSecrets) => void;
}

/**
 * Makes irreversible changes of a site, after a confirmation; the list is updated afterwards, also after an
 * error.
 */
function useSiteChange({ name }: Site) {
  const t = useText('intake');
  return async function change<Result>(words: 'renew' | 'revoke', path: string): Promise<Result | null> {
    let response: Result | null = null;
    await confirmChange({
      title: t(`sites.${words}.title`, { name }),
      text: t(`sites.${words}.text`),
      danger: true,
      action: async () => {
        response = await send<Result>('POST', path);
      },
      done: t(`sites.${words}.done`, { name }),
      refetch: () => refetchQueries(sitesDocument),
    });
    return response;
  };
}

/** A site: the suffix of its key, its rights, the number of its applications, and whether it receives webhooks. */
export function SiteRow({ site, onEdit, onEvents, onSecrets }: SiteRowProps) {
  const t = useText('intake');
  const { id, name, revoked_at } = site;
  const isRevoked = revoked_at !== null;

  const change = useSiteChange(site);

  async function renew(): Promise<void> {
    const made = await change<SiteSecrets>('renew', `intake/sites/${id}/key`);
    if (made) onSecrets(made);
  }

  const entries: readonly MenuEntry[] = [
    { label: t('sites.events'), onSelect: onEvents },
    ...(isRevoked
      ? []
      : ([
          { label: t('sites.edit'), onSelect: onEdit },
          { label: t('sites.renewKey'), onSelect: () => void renew() },
          'separator',
          {
            label: t('sites.revokeKey'),
            danger: true,
            onSelect: () => void change('revoke', `intake/sites/${id}/revocation`),
          },
        ] as const)),
  ];
  return (
    <Row>
      <Words>
        <Head>
          <b>{name}</b>
          <Code>…{site.key_end}</Code>
          <StatusBadge tone={isRevoked ? 'canceled' : 'completed'}>
            {t(isRevoked ? 'sites.revoked' : 'sites.active')}
          </StatusBadge>
        </Head>
        <Facts site={site} />
      </Words>
      <Menu
        label={t('sites.more', { name })}
        align="end"
        entries={entries}
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            size="small"
            label={t('sites.more', { name })}
            icon={<EllipsisVertical />}
          />
        )}
      />
    </Row>
  );
}

function Facts({ site }: { readonly site: Site }) {
  const t = useText('intake');
  const dates = useDates();
  const { origins, rate, webhook, applications, last_used_at, created_at, waiting, failed } = site;
  return (
    <Lines>
      <p>{origins.length === 0 ? t('sites.serversOnly') : origins.join(', ')}</p>
      <p>
        {t('sites.rateOf', { rate: formatNumber(rate) })}
        {' · '}
        {t('sites.createdOn', { date: dates.date(created_at) })}
        {' · '}
        {t('sites.applicationCount', { count: formatNumber(applications) })}
        {last_used_at === null ? null : (
          <>
            {', '}
            <RelativeTime at={last_used_at} />
          </>
        )}
      </p>
      {webhook === '' ? null : <p>{t('sites.webhookTo', { address: webhook })}</p>}
      {waiting > 0 ? <p>{t('sites.pendingEvents', { count: formatNumber(waiting) })}</p> : null}
      {failed > 0 ? <Wrong>{t('sites.undeliveredEvents', { count: formatNumber(failed) })}</Wrong> : null}
    </Lines>
  );
}

const Row = styled.li`
  display: flex;
  align-items: flex-start;
  gap: var(--s4);
  padding: 14px 16px;
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 10px;
  overflow-wrap: anywhere;
`;

const Lines = styled.div`
  p {
    margin-top: 2px;
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
`;

const Wrong = styled.p`
  && {
    color: var(--rejected);
  }
`;

const Code = styled.code`
  color: var(--text-3);
  font-family: var(--font-mono);
  font-size: 12px;
`;
