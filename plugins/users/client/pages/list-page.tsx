import { useState } from 'react';
import {
  type ListFilter,
  listOf,
  RecordList,
  useOneTimeParam,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { user, type User } from '../../contract.ts';
import { BlockButton } from '../block-button.tsx';
import { documents } from '../queries.ts';
import { useBlock } from '../use-block.ts';
import { useUserBulk } from '../use-user-bulk.ts';
import { useUserColumns } from '../use-user-columns.tsx';
import { UserDialog } from '../user-dialog.tsx';

/** The registered citizens; one opens in the clear, and may be blocked. By `?open=<id>` the search opens one. */
export function ListPage() {
  const t = useText('users');
  const block = useBlock();
  const [open, setOpen] = useState<Pick<User, 'id'> | User | null>(null);
  useOneTimeParam('open', (id) => /^\d{1,15}$/.test(id) && setOpen({ id: Number(id) }));
  const records = useRecords({
    ...listOf(user),
    document: documents.page,
    sort: { key: 'createdAt', direction: 'down' },
  });
  const filters: ListFilter<keyof typeof user.filters>[] = [
    {
      key: 'blocked',
      label: t('fields.state'),
      any: t('state.any'),
      options: [
        { value: 'false', label: t('state.false') },
        { value: 'true', label: t('state.true') },
      ],
    },
    {
      key: 'is_fully_filled',
      label: t('fields.filled'),
      any: t('filled.any'),
      options: [
        { value: 'true', label: t('filled.true') },
        { value: 'false', label: t('filled.false') },
      ],
    },
  ];
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.title')}
        columns={useUserColumns()}
        searchLabel={t('search')}
        filters={filters}
        emptyText={t('empty')}
        nameOf={fullName}
        onOpen={setOpen}
        renderActions={(citizen) => <BlockButton user={citizen} onPress={() => void block(citizen)} />}
        bulk={useUserBulk()}
        isMuted={({ blocked }) => blocked}
      />
      {open ? <UserDialog key={open.id} user={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
