import { Controller } from 'react-hook-form';
import {
  Combobox,
  Field,
  findOption,
  recordListPage,
  useName,
  useOptions,
  useText,
} from '#kernel/plugin-api/client.ts';
import { street, type StreetBody } from '../../contract.ts';
import { documents, neighborhoodOptionsDocument } from '../data/queries.ts';

type StreetValues = Omit<StreetBody, 'neighborhood_id'> & { neighborhood_id: number | null };

/** The streets of the user's neighbourhoods in a table; they are added and changed in a dialog. */
export const ListPage = recordListPage<typeof street, StreetValues>(street, documents.page, () => {
  const t = useText('streets');
  const nameOf = useName();
  const { options, loading } = useOptions(neighborhoodOptionsDocument, (name) => t('mfy', { name }));
  const label = t('neighborhood');
  return {
    formatName: (name) => t('street', { name }),
    columns: [
      {
        key: 'neighborhood',
        title: label,
        cell: ({ neighborhood }) => t('mfy', { name: nameOf(neighborhood) }),
        sortable: true,
      },
    ],
    authorship: { from: { createdAt: 1180 } },
    filters: [{ key: 'neighborhood', label, any: t('anyNeighborhood'), options, loading }],
    form: {
      valuesOf: (found, filters) => ({
        neighborhood_id: Number(found?.neighborhood_id ?? filters.neighborhood) || null,
      }),
      required: { neighborhood_id: t('neighborhoodRequired') },
      facts: ({ neighborhood_id }, names) => [
        { label, text: findOption(options, neighborhood_id)?.label ?? '' },
        ...names,
      ],
      render: (handle, names) => (
        <>
          <Controller
            control={handle.form.control}
            name="neighborhood_id"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <Field label={label} required error={handle.problem('neighborhood_id')}>
                <Combobox
                  ref={ref}
                  options={options}
                  loading={loading}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                />
              </Field>
            )}
          />
          {names}
        </>
      ),
    },
  };
});
