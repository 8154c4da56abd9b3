import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  lazyComponent,
  ReadView,
  Skeleton,
  useDates,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { Similar, UserDetail } from '../../contract.ts';
import { similarDocument } from '../data/queries.ts';
import { maskedNumber } from '../shared/numbers.ts';
import { ActionList, Small } from './action-list.ts';

const mergeDialog = lazyComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog);

/** The citizens who may be the same person, with links to compare them. */
export function SimilarCard({ citizen }: { readonly citizen: UserDetail }) {
  const t = useText('users');
  const read = useRead(similarDocument, {
    variables: { id: String(citizen.id) },
  });
  const [other, setOther] = useState<number | null>(null);
  return (
    <Card title={t('detail.similar')}>
      <ReadView read={read} failed={t('detail.errorTitle')} skeleton={<Skeleton width="60%" height={14} />}>
        {({ similar: { items } }) =>
          items.length === 0 ? (
            <Nobody>{t('detail.noSimilar')}</Nobody>
          ) : (
            <ActionList>
              {items.map((similar) => (
                <SimilarRow key={similar.user.id} similar={similar} onCompare={setOther} />
              ))}
            </ActionList>
          )
        }
      </ReadView>
      {other === null ? null : (
        <mergeDialog.Component id={Number(citizen.id)} other={other} onClose={() => setOther(null)} />
      )}
    </Card>
  );
}

interface SimilarRowProps {
  readonly similar: Similar;
  readonly onCompare: (id: number) => void;
}

function SimilarRow({ similar: { user, common }, onCompare }: SimilarRowProps) {
  const t = useText('users');
  const dates = useDates();
  const name = fullName(user);
  const facts = [user.birthday && dates.date(user.birthday), maskedNumber(user)].filter(Boolean);
  return (
    <li>
      <div>
        <Link to={`/users/${user.id}`}>{name}</Link>
        <Small>{facts.join(' · ')}</Small>
        <Small>{t('detail.common', { what: common.map((one) => t(`common.${one}`)).join(', ') })}</Small>
      </div>
      <Button
        size="small"
        aria-label={t('detail.compare', { name })}
        onClick={() => onCompare(Number(user.id))}
      >
        {t('detail.compareShort')}
      </Button>
    </li>
  );
}

const Nobody = styled.p`
  color: var(--text-2);
`;
