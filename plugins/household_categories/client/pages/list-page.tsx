import { Controller } from 'react-hook-form';
import { colorCell, ColorField, Field, recordListPage, useText } from '#kernel/plugin-api/client.ts';
import { householdCategory } from '../../contract.ts';
import { documents } from '../data/queries.ts';

/** The categories of households in a table; they are added and changed in a dialog. */
export const ListPage = recordListPage(householdCategory, documents.page, () => {
  const t = useText('household_categories');
  return {
    columns: [{ key: 'color', title: t('color'), cell: ({ color }) => colorCell(color) }],
    authorship: { from: { createdAt: 1180 } },
    form: {
      valuesOf: (category) => ({ color: category?.color ?? '' }),
      required: { color: t('colorRequired') },
      facts: ({ color }, names) => [...names, { label: t('color'), text: color, color }],
      render: (handle, names) => (
        <>
          {names}
          <Field label={t('color')} required group error={handle.problem('color')}>
            <Controller
              control={handle.form.control}
              name="color"
              render={({ field: { value, onChange, onBlur } }) => (
                <ColorField value={value} onChange={onChange} onBlur={onBlur} />
              )}
            />
          </Field>
        </>
      ),
    },
  };
});
