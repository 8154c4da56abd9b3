import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { type RecordColumn, useName, useText } from '#kernel/plugin-api/client.ts';
import { fullName, padId } from '#kernel/domain/text/index.ts';
import type { Letter } from '../../contract.ts';
import { formatDate } from '#kernel/domain/text/dates.ts';
import { LetterStatusBadge } from '../letter/letter-status.tsx';
import { touchTarget } from '../letter/touch-target.ts';

const ApplicationLink = styled(Link)`
  ${touchTarget}
`;

/** The columns of the register. */
export function useLetterColumns(): RecordColumn<Letter>[] {
  const t = useText('letters');
  return [
    {
      key: 'number',
      title: t('columns.number'),
      cell: ({ number }) => `№ ${number}`,
      sortable: true,
      fixed: true,
      primary: true,
      tabular: true,
      width: 120,
    },
    {
      key: 'issued_on',
      title: t('columns.issued_on'),
      cell: ({ issued_on }) => formatDate(issued_on),
      tabular: true,
      width: 110,
    },
    {
      key: 'addressee',
      title: t('columns.addressee'),
      cell: ({ addressee }) => addressee,
      sortable: true,
      width: 280,
    },
    {
      key: 'subject',
      title: t('columns.subject'),
      cell: ({ subject }) => subject,
      truncate: true,
      minWidth: 1180,
    },
    ...useApplicationColumns(),
    {
      key: 'signatory',
      title: t('columns.signatory'),
      cell: ({ signatory }) => signatory.name,
      truncate: true,
      minWidth: 1600,
    },
    {
      key: 'author',
      title: t('columns.author'),
      cell: ({ author }) => author && fullName({ ...author, father_name: null }),
      optional: true,
    },
    {
      key: 'status',
      title: t('columns.status'),
      cell: ({ status }) => <LetterStatusBadge status={status} />,
      width: 150,
    },
  ];
}

/** Returns the columns about a letter's application. */
function useApplicationColumns(): RecordColumn<Letter>[] {
  const t = useText('letters');
  const nameOf = useName();
  return [
    {
      key: 'application',
      title: t('columns.application'),
      cell: ({ application_id: id }) => (
        <ApplicationLink to={`/applications/${id}/timeline`} onClick={(event) => event.stopPropagation()}>
          № {padId(id)}
        </ApplicationLink>
      ),
      tabular: true,
      width: 110,
    },
    {
      key: 'neighborhood',
      title: t('columns.neighborhood'),
      cell: ({ neighborhood }) => nameOf(neighborhood),
      optional: true,
    },
  ];
}
