import { RecordPage, type RequestError, useText } from '#kernel/plugin-api/client.ts';
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
      replacedBy={survivorOf}
    >
      {(citizen) => <CitizenView citizen={citizen} />}
    </RecordPage>
  );
}

/** The page of the citizen into whom the requested one was merged, as links of before the merge lead to. */
function survivorOf({ body }: RequestError): string | null {
  const { merged_into: id = null } = (body ?? {}) as { readonly merged_into?: number | null };
  return id === null ? null : `/users/${id}`;
}
