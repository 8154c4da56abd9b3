import { useName, useText } from '#kernel/client/index.ts';
import { NameFields, RecordDialog, useNameFacts, useRecordForm } from '#kernel/records/client/index.ts';
import { directionBodySchema, type Direction, type DirectionBody } from '../contract.ts';
import { directionsDocument } from './queries.ts';

interface DirectionFormProps {
  /** `null` for a new one. */
  readonly record: Direction | null;
  readonly onClose: () => void;
}

/** Adds or renames a direction. */
export function DirectionForm({ record, onClose }: DirectionFormProps) {
  const t = useText('directions');
  const nameOf = useName();
  const nameFacts = useNameFacts(t('name'));
  const handle = useRecordForm<Direction, DirectionBody, DirectionBody>({
    name: 'directions',
    path: 'directions',
    record,
    schema: directionBodySchema,
    valuesOf: (direction) => ({
      uz: { name: direction?.uz.name ?? '' },
      ru: { name: direction?.ru.name ?? '' },
    }),
    required: { 'uz.name': t('required'), 'ru.name': t('required') },
    saved: (body, created) => (created ? t('added', { name: nameOf(body) }) : t('updated')),
    documents: [directionsDocument],
    onDone: onClose,
  });
  return (
    <RecordDialog
      handle={handle}
      title={t(handle.creating ? 'addTitle' : 'editTitle')}
      facts={nameFacts}
      onClose={onClose}
    >
      <NameFields handle={handle} label={t('name')} />
    </RecordDialog>
  );
}
