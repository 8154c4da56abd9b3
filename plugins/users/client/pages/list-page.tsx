import { FileSpreadsheet, Lock, LockOpen } from 'lucide-react';
import { Navigate, useSearchParams } from 'react-router-dom';
import {
  type ListFilter,
  LinkButton,
  listOf,
  RecordList,
  useCapabilities,
  useEditor,
  useRecords,
  useText,
  IconButton,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { user, type User } from '../../contract.ts';
import { useBlock } from '../block/use-block.tsx';
import { useUserBulk } from '../block/use-user-bulk.tsx';
import { CitizenForm } from '../form/citizen-form.tsx';
import { useUserColumns } from '../list/use-user-columns.tsx';
import { documents } from '../data/queries.ts';

/**
 * The registered citizens. From the search, `?open=<id>` leads to a citizen's page, and `?new` to the form of
 * a new one.
 */
export function ListPage() {
  const [params] = useSearchParams();
  const openId = params.get('open');
  if (openId !== null && /^[1-9]\d{0,14}$/.test(openId)) return <Navigate to={`/users/${openId}`} replace />;
  return <Citizens />;
}

function Citizens() {
  const t = useText('users');
  const block = useBlock();
  const bulk = useUserBulk();
  const able = useCapabilities('users');
  const canWrite = able.includes('users.write');
  const records = useRecords({
    ...listOf(user),
    document: documents.page,
    sort: { key: 'createdAt', direction: 'down' },
  });
  const editor = useEditor<User>(records);
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.title')}
        columns={useUserColumns()}
        searchLabel={t('search')}
        filters={useUserFilters()}
        emptyText={t('empty')}
        nameOf={fullName}
        onAdd={canWrite ? editor.add : undefined}
        tools={
          able.includes('users.import') ? (
            <LinkButton to="/users/import" icon={<FileSpreadsheet />}>
              {t('import.open')}
            </LinkButton>
          ) : null
        }
        hrefFor={canWrite ? ({ id }) => `/users/${id}` : undefined}
        renderActions={(citizen) => (
          <BlockButton citizen={citizen} onPress={() => block.requestBlock(citizen)} />
        )}
        bulk={bulk.actions}
        isMuted={({ blocked }) => blocked}
      />
      {block.dialog}
      {bulk.dialog}
      {editor.open && canWrite ? (
        <CitizenForm key={editor.open.key} record={null} onClose={editor.close} />
      ) : null}
    </>
  );
}

function useUserFilters(): ListFilter<keyof typeof user.filters>[] {
  const t = useText('users');
  return [
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
}

interface BlockButtonProps {
  readonly citizen: User;
  readonly onPress: () => void;
}

/** The button at the end of a row, which blocks or unblocks. */
function BlockButton({ citizen, onPress }: BlockButtonProps) {
  const t = useText('users');
  const name = fullName(citizen);
  return citizen.blocked ? (
    <IconButton size="small" label={t('unblockOf', { name })} icon={<LockOpen />} onClick={onPress} />
  ) : (
    <IconButton
      size="small"
      variant="danger"
      label={t('blockOf', { name })}
      icon={<Lock />}
      onClick={onPress}
    />
  );
}
