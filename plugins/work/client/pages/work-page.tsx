import { CalendarOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Button,
  EmptyState,
  lazyComponent,
  LinkButton,
  PageHeader,
  PageTitle,
  ReadView,
  SkeletonCard,
  Stack,
  useNow,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import type { Work } from '../../contract.ts';
import { WorkGroup } from '../components/work-group.tsx';
import { workDocument } from '../data/queries.ts';

const absence = lazyComponent(
  async () => (await import('../components/staff/absence-dialog.tsx')).AbsenceDialog,
);

const shownAtFirst = 8;
const maxShown = 100;

/** The admin's current work, most urgent first, updated live. */
export function WorkPage() {
  const t = useText('work');
  const [isAway, setIsAway] = useState(false);
  const [shownWhole, setShownWhole] = useState(false);
  const limit = shownWhole ? maxShown : shownAtFirst;
  const read = useRead(workDocument, { variables: { query: `limit=${limit}` }, keep: true });
  useRefreshedEachMinute(read.refetch);
  const groups = read.data?.work.groups.filter(({ count }) => count > 0);
  const count = groups?.reduce((sum, group) => sum + group.count, 0);
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader
        title={t('title')}
        note={count === undefined ? undefined : t('count', { count })}
        actions={
          <Button icon={<CalendarOff />} onPointerEnter={absence.preload} onClick={() => setIsAway(true)}>
            {t('absence.open')}
          </Button>
        }
      />
      {isAway ? <absence.Component onClose={() => setIsAway(false)} /> : null}
      <ReadView read={read} failed={t('failed')} compact={false} skeleton={<Placeholder />}>
        {() =>
          groups && groups.length > 0 ? (
            <Groups groups={groups} onShowAll={() => setShownWhole(true)} />
          ) : (
            <Nothing />
          )
        }
      </ReadView>
    </>
  );
}

function Groups({ groups, onShowAll }: { readonly groups: Work['groups']; readonly onShowAll: () => void }) {
  return (
    <Stack $gap={16}>
      {groups.map((group) => (
        <WorkGroup key={group.key} group={group} onShowAll={onShowAll} max={maxShown} />
      ))}
    </Stack>
  );
}

function Nothing() {
  const t = useText('work');
  return (
    <EmptyState
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={<LinkButton to="/applications/list">{t('openList')}</LinkButton>}
    />
  );
}

function Placeholder() {
  return (
    <Stack $gap={16}>
      <SkeletonCard />
      <SkeletonCard />
    </Stack>
  );
}

/** Reads the page again each minute, since applications become overdue without an event. */
function useRefreshedEachMinute(refetch: () => Promise<void>): void {
  const now = Math.floor(useNow() / minuteMs);
  const [first] = useState(now);
  useEffect(() => {
    if (now !== first) void refetch();
  }, [now, first, refetch]);
}
