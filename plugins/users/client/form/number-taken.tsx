import { Link } from 'react-router-dom';
import { Banner, useText } from '#kernel/plugin-api/client.ts';

/** Says that the JSHSHIR belongs to another citizen, by their id, and leads to them. */
export function NumberTaken({ owner }: { readonly owner: number }) {
  const t = useText('users');
  return (
    <Banner tone="rejected" role="alert">
      {t('errors.jshshir_taken')}{' '}
      <Link to={`/users/${owner}`} target="_blank">
        {t('form.openOwner')}
      </Link>
    </Banner>
  );
}
