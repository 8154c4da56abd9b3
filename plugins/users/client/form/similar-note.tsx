import { Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Banner, useDates, useText } from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { Similar } from '../../contract.ts';
import { maskedNumber } from '../shared/numbers.ts';

/** Below a form: citizens who may be the person being typed. A press opens one beside the form. */
export function SimilarNote({ items }: { readonly items: readonly Similar[] }) {
  const t = useText('users');
  const dates = useDates();
  return (
    <div aria-live="polite">
      {items.length === 0 ? null : (
        <Banner icon={<Users />}>
          <p>
            <b>{t('form.similarTitle')}</b>
          </p>
          <Small>{t('form.similarText')}</Small>
          <List>
            {items.map(({ user, common }) => (
              <li key={user.id}>
                <Link
                  to={`/users/${user.id}`}
                  target="_blank"
                  aria-label={t('form.open', { name: fullName(user) })}
                >
                  {fullName(user)}
                </Link>
                <Small>
                  {[
                    user.birthday && dates.date(user.birthday),
                    maskedNumber(user),
                    common.map((one) => t(`common.${one}`)).join(', '),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Small>
              </li>
            ))}
          </List>
        </Banner>
      )}
    </div>
  );
}

const Small = styled.p`
  font-size: 12.5px;
  font-weight: 400;
`;

const List = styled.ul`
  display: grid;
  gap: 6px;
  margin: 8px 0 2px;
`;
