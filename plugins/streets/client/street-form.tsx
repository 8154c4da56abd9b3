import { Controller } from 'react-hook-form';
import { useText } from '#kernel/client/index.ts';
import { NameFields, RecordDialog, useNameFacts, useRecordForm } from '#kernel/records/client/index.ts';
import { Combobox, Field, findOption, type Option } from '#kernel/client/ui/index.ts';
import { streetBodySchema, type Street, type StreetBody } from '../contract.ts';
import { streetsDocument } from './queries.ts';

interface StreetFormProps {
  /** `null` for a new one. */
  readonly record: Street | null;
  readonly neighborhoods: { readonly options: readonly Option<number>[]; readonly loading: boolean };
  /** The neighbourhood that a new one is likely in. */
  readonly suggested: number | null;
  readonly onClose: () => void;
}

type StreetValues = Omit<StreetBody, 'neighborhood_id'> & { neighborhood_id: number | null };

/** Adds or changes a street. */
export function StreetForm({ record, neighborhoods, suggested, onClose }: StreetFormProps) {
  const t = useText('streets');
  const nameFacts = useNameFacts(t('name'));
  const handle = useRecordForm<Street, StreetValues, StreetBody>({
    name: 'streets',
    path: 'streets',
    record,
    schema: streetBodySchema,
    valuesOf: (street) => ({
      neighborhood_id: street ? Number(street.neighborhood_id) : suggested,
      uz: { name: street?.uz.name ?? '' },
      ru: { name: street?.ru.name ?? '' },
    }),
    required: {
      neighborhood_id: t('neighborhoodRequired'),
      'uz.name': t('nameRequired'),
      'ru.name': t('nameRequired'),
    },
    saved: (_, created) => t(created ? 'added' : 'updated'),
    documents: [streetsDocument],
    onDone: onClose,
  });
  return (
    <RecordDialog
      handle={handle}
      title={t(handle.creating ? 'addTitle' : 'editTitle')}
      facts={(values) => [
        {
          label: t('neighborhood'),
          text: findOption(neighborhoods.options, values.neighborhood_id)?.label ?? '',
        },
        ...nameFacts(values),
      ]}
      onClose={onClose}
    >
      <Controller
        control={handle.form.control}
        name="neighborhood_id"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Field label={t('neighborhood')} required error={handle.problem('neighborhood_id')}>
            <Combobox
              ref={ref}
              options={neighborhoods.options}
              loading={neighborhoods.loading}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          </Field>
        )}
      />
      <NameFields handle={handle} label={t('name')} />
    </RecordDialog>
  );
}
