import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { useDates, useText } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import type { Status } from '../../../contract.ts';
import { ApplicationStatus } from '../shared/application-status.tsx';

/** One line about a person's application. */
export interface EarlierLine {
  readonly id: number;
  readonly status: Status;
  readonly statusAt: string;
  readonly note?: string | null | undefined;
}

/** Applications in short: number, status, date and result. */
export function EarlierList({ items }: { readonly items: readonly EarlierLine[] }) {
  const t = useText('applications');
  const dates = useDates();
  return (
    <List>
      {items.map(({ id, status, statusAt, note }) => (
        <li key={id}>
          <Head>
            <Link to={`/applications/${id}`}>{t('number', { id: padId(Number(id)) })}</Link>
            <ApplicationStatus status={status} />
            <When>{dates.date(statusAt)}</When>
          </Head>
          {note ? <Note>{note}</Note> : null}
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  gap: 8px;
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  font-variant-numeric: tabular-nums;
`;

const When = styled.span`
  color: var(--text-2);
  font-size: 12.5px;
`;

const Note = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  color: var(--text-2);
  font-size: 12.5px;
  overflow-wrap: anywhere;
`;
