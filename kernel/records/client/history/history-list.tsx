import { RotateCcw } from 'lucide-react';
import { styled } from 'styled-components';
import type { HistoryEntry, HistoryPage } from '#kernel/records/contract/history.ts';
import { fullName } from '#kernel/domain/text/person-names.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useDates } from '#kernel/client/dates/use-dates.tsx';
import { IconButton } from '#kernel/client/ui/buttons/icon-button.tsx';
import { Pagination } from '#kernel/client/ui/data/pagination.tsx';
import { EmptyState } from '#kernel/client/ui/feedback/states.tsx';
import { HistoryFields } from './history-fields.tsx';

interface HistoryListProps {
  readonly page: HistoryPage;
  readonly onPage: (page: number) => void;
  readonly onRestore: (entry: HistoryEntry) => void;
  /** Replaces the default text. */
  readonly restoreLabel?: string;
  readonly empty?: { readonly title: string; readonly text: string };
}

/** The text key of each kind of version. */
const changeTexts = {
  created: 'created',
  updated: 'updated',
  deleted: 'deleted',
  // The key `history.restored` is the message after a restore.
  restored: 'restoredAgain',
} as const;

/** The versions of a record, or the deletions of several, newest first. */
export function HistoryList({ page, onPage, onRestore, ...texts }: HistoryListProps) {
  const t = useText();
  if (page.length === 0) {
    const { title, text } = texts.empty ?? { title: t('history.empty'), text: t('history.emptyText') };
    return <EmptyState compact title={title} text={text} />;
  }
  return (
    <>
      <List>
        {page.items.map((entry) => (
          <Version
            key={entry.id}
            entry={entry}
            restoreLabel={texts.restoreLabel ?? t('history.restore')}
            onRestore={onRestore}
          />
        ))}
      </List>
      <Pagination page={page.page} total={page.total_pages} onPage={onPage} />
    </>
  );
}

interface VersionProps extends Pick<HistoryListProps, 'onRestore'> {
  readonly entry: HistoryEntry;
  readonly restoreLabel: string;
}

function Version({ entry, restoreLabel, onRestore }: VersionProps) {
  const t = useText();
  const dates = useDates();
  const { author, createdAt, change, fields } = entry;
  return (
    <li>
      <Head>
        <div>
          <strong>{author ? fullName(author) : t('history.system')}</strong>
          <span>
            {t(`history.${changeTexts[change]}`)} ·{' '}
            <time dateTime={createdAt}>{dates.dateTime(createdAt)}</time>
          </span>
        </div>
        {fields.length > 0 ? (
          <IconButton
            size="small"
            label={restoreLabel}
            icon={<RotateCcw />}
            onClick={() => onRestore(entry)}
          />
        ) : null}
      </Head>
      <HistoryFields fields={fields} />
    </li>
  );
}

const List = styled.ol`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    padding: 12px 0;
    border-top: 1px solid var(--line);
  }

  > li:first-child {
    padding-top: 0;
    border-top: 0;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 8px;
  margin-bottom: 6px;

  > div {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }

  strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  span {
    color: var(--text-2);
    font-size: 13px;
    line-height: 18px;
  }
`;
