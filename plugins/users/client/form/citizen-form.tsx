import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  RecordDialog,
  type RecordFormProps,
  Stack,
  toRequestError,
  useDates,
  useRecordForm,
  useText,
  ProblemBanner,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { citizenBodySchema, personFields, type CitizenBody, type User } from '../../contract.ts';
import { citizenDocument, documents, similarDocument } from '../data/queries.ts';
import { CitizenFields } from './citizen-fields.tsx';
import { SimilarNote } from './similar-note.tsx';
import { useTypedSimilar } from './use-typed-similar.ts';
import { shownValue } from '../shared/shown-value.ts';
import { bodyOf, valuesOf, type CitizenValues } from './values.ts';

/** Adds or changes a citizen, unmasked. Similar citizens are shown while the user types. */
export function CitizenForm({ record, onClose }: RecordFormProps<User>) {
  const t = useText('users');
  const dates = useDates();
  const [owner, setOwner] = useState<number | null>(null);
  const handle = useRecordForm<User, CitizenValues, CitizenBody>({
    name: 'users',
    path: 'users',
    record,
    schema: citizenBodySchema,
    valuesOf,
    bodyOf,
    required: { first_name: t('form.firstNameRequired'), last_name: t('form.lastNameRequired') },
    saved: (body, created) => t(created ? 'form.added' : 'form.updated', { name: fullName(body) }),
    isMaskedInConflicts: true,
    documents: [documents.page, citizenDocument, similarDocument],
    onDone: onClose,
    onRejected(error) {
      const { taken_by: id } = (toRequestError(error).body ?? {}) as { readonly taken_by?: number | null };
      setOwner(id ?? null);
      return false;
    },
  });
  const similar = useTypedSimilar(handle.form.watch(), record?.id ?? null);
  const facts = (values: CitizenValues) =>
    personFields.map((field) => ({
      label: t(`fields.${field}`),
      text: shownValue(field, values[field], dates.date),
    }));
  return (
    <RecordDialog
      handle={handle}
      title={t(handle.creating ? 'form.addTitle' : 'form.editTitle')}
      facts={facts}
      onClose={onClose}
    >
      <Stack>
        <CitizenFields handle={handle} />
        {owner === null ? null : <NumberTaken owner={owner} />}
        <SimilarNote items={similar} />
      </Stack>
    </RecordDialog>
  );
}

/** Reports that the JSHSHIR belongs to another citizen, by their id, with a link to them. */
function NumberTaken({ owner }: { readonly owner: number }) {
  const t = useText('users');
  return (
    <ProblemBanner>
      {t('errors.jshshir_taken')}{' '}
      <Link to={`/users/${owner}`} target="_blank">
        {t('form.openOwner')}
      </Link>
    </ProblemBanner>
  );
}
