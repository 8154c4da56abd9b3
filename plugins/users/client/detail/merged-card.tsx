import { Split } from 'lucide-react';
import {
  Button,
  Card,
  confirmChange,
  refetchDocuments,
  send,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { UserDetail } from '../../contract.ts';
import { citizenDocument, documents, similarDocument } from '../data/queries.ts';
import { ActionList, Small } from './action-list.ts';

type Merge = UserDetail['merges'][number];

/** The citizens who were merged into this one, each with a button to undo the merge. */
export function MergedCard({ citizen: { merges } }: { readonly citizen: UserDetail }) {
  const t = useText('users');
  const dates = useDates();
  if (merges.length === 0) return null;

  const undo = ({ id, name }: Merge) =>
    confirmChange({
      title: t('merge.undoTitle', { name }),
      text: t('merge.undoText'),
      action: () => send('POST', `users/merges/${id}/undo`),
      done: t('merge.undone'),
      refetch: () => refetchDocuments(citizenDocument, similarDocument, documents.page),
    });

  return (
    <Card title={t('detail.merged')}>
      <ActionList>
        {merges.map((merge) => (
          <li key={merge.id}>
            <div>
              <b>{merge.name}</b>
              <Small>
                {[dates.dateTime(merge.createdAt), merge.by && fullName(merge.by)].filter(Boolean).join(', ')}
              </Small>
            </div>
            <Button
              size="small"
              icon={<Split size={16} />}
              aria-label={t('detail.undo', { name: merge.name })}
              onClick={() => void undo(merge)}
            >
              {t('detail.undoShort')}
            </Button>
          </li>
        ))}
      </ActionList>
    </Card>
  );
}
