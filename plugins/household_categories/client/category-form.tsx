import { Controller } from 'react-hook-form';
import { useName, useText } from '#kernel/client/index.ts';
import { NameFields, RecordDialog, useNameFacts, useRecordForm } from '#kernel/records/client/index.ts';
import { ColorField, Field } from '#kernel/client/ui/index.ts';
import {
  householdCategoryBodySchema,
  type HouseholdCategory,
  type HouseholdCategoryBody,
} from '../contract.ts';
import { categoriesDocument } from './queries.ts';

interface CategoryFormProps {
  /** `null` for a new one. */
  readonly record: HouseholdCategory | null;
  readonly onClose: () => void;
}

/** Adds or changes a category of households. */
export function CategoryForm({ record, onClose }: CategoryFormProps) {
  const t = useText('household_categories');
  const nameOf = useName();
  const nameFacts = useNameFacts(t('name'));
  const handle = useRecordForm<HouseholdCategory, HouseholdCategoryBody, HouseholdCategoryBody>({
    name: 'household_categories',
    path: 'household-categories',
    record,
    schema: householdCategoryBodySchema,
    valuesOf: (category) => ({
      uz: { name: category?.uz.name ?? '' },
      ru: { name: category?.ru.name ?? '' },
      color: category?.color ?? '',
    }),
    required: { 'uz.name': t('nameRequired'), 'ru.name': t('nameRequired'), color: t('colorRequired') },
    saved: (body, created) => (created ? t('added', { name: nameOf(body) }) : t('updated')),
    documents: [categoriesDocument],
    onDone: onClose,
  });
  return (
    <RecordDialog
      handle={handle}
      title={t(handle.creating ? 'addTitle' : 'editTitle')}
      facts={(values) => [
        ...nameFacts(values),
        { label: t('color'), text: values.color, color: values.color },
      ]}
      onClose={onClose}
    >
      <NameFields handle={handle} label={t('name')} />
      <Field label={t('color')} required group error={handle.problem('color')}>
        <Controller
          control={handle.form.control}
          name="color"
          render={({ field: { value, onChange, onBlur } }) => (
            <ColorField value={value} onChange={onChange} onBlur={onBlur} />
          )}
        />
      </Field>
    </RecordDialog>
  );
}
