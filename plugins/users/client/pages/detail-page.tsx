import { RecordPage, useText } from '#kernel/plugin-api/client.ts';
import { CitizenView } from '../detail/citizen-view.tsx';
import { citizenDocument } from '../data/queries.ts';

/** One citizen: unmasked data, similar citizens, their household and applications. */
export function DetailPage() {
  const t = useText('users');
  return (
    <RecordPage
      document={citizenDocument}
      title={t('detail.opening')}
      back={{ to: '/users', label: t('menu.title') }}
    >
      {(citizen) => <CitizenView citizen={citizen} />}
    </RecordPage>
  );
}
