import {
  Button,
  confirmChange,
  LinkButton,
  ListItem,
  refetchQueries,
  send,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Hold } from '../../contract.ts';
import { retentionDocuments } from '../data/queries.ts';

/** A legal hold, with its author, and the button to lift it. */
export function HoldItem({ hold }: { readonly hold: Hold }) {
  const t = useText('retention');
  const dates = useDates();
  const { subject_type: type, subject_id: id, reason, placed_by: by, placedAt } = hold;
  const name = t(type === 'user' ? 'citizen' : 'application', { number: id });

  const lift = () =>
    confirmChange({
      title: t('liftTitle'),
      text: t('liftText'),
      action: () => send('DELETE', `retention/holds/${hold.id}`),
      done: t('holdLifted'),
      refetch: () => refetchQueries(...retentionDocuments),
    });

  return (
    <ListItem
      name={name}
      reason={reason}
      note={t('placedBy', { name: by, at: dates.dateTime(placedAt) })}
      actions={
        <>
          <LinkButton size="small" to={type === 'user' ? `/users/${id}` : `/applications/${id}`}>
            {t('open')}
          </LinkButton>
          <Button size="small" aria-label={t('liftNamed', { name })} onClick={() => void lift()}>
            {t('lift')}
          </Button>
        </>
      }
    />
  );
}
