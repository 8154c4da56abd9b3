import {
  useCollator,
  useDayFilter,
  useMenuLabel,
  type ListFilter,
  type Option,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { AuditFacets } from '../../contract.ts';
import { facetsDocument } from '../data/queries.ts';
import { useLabels } from '../data/use-labels.ts';

/** The filters of the log; the last two come with links from other pages. */
export const entryFilters = [
  'admin',
  'plugin',
  'action',
  'subject_type',
  'date_from',
  'date_to',
  'subject_id',
  'citizen',
] as const;
export type EntryFilter = (typeof entryFilters)[number];

/** The filters of the log, by its contents. */
export function useEntryFilters(citizenName: string | null): ListFilter<EntryFilter>[] {
  const t = useText('audit');
  const dayFilter = useDayFilter();
  const { data, loading } = useRetriedRead(facetsDocument);
  const { admins, plugins, actions, types } = useOptionsOf(data?.facets ?? { admins: [], actions: [] });
  return [
    { key: 'admin', label: t('filters.admin'), any: t('filters.anyAdmin'), options: admins, loading },
    { key: 'plugin', label: t('filters.plugin'), any: t('filters.anyPlugin'), options: plugins, loading },
    { key: 'action', label: t('filters.action'), any: t('filters.anyAction'), options: actions, loading },
    { key: 'subject_type', label: t('filters.type'), any: t('filters.anyType'), options: types, loading },
    dayFilter('date_from', t('filters.from')),
    dayFilter('date_to', t('filters.to')),
    { key: 'subject_id', label: t('filters.subjectId'), any: '', options: [], render: () => null },
    {
      key: 'citizen',
      label: t('filters.citizen'),
      any: '',
      options: [],
      labelOf: (id: string) => citizenName ?? `№ ${id}`,
      render: () => null,
    },
  ];
}

/** The admins, plugins, actions and subjects of the log, by name. */
function useOptionsOf({ admins, actions }: AuditFacets) {
  const t = useText('audit');
  const menuLabel = useMenuLabel();
  const { compare } = useCollator();
  const byLabel = (one: Option<string>, other: Option<string>) => compare(one.label, other.label);
  const { actionOf, typeOf } = useLabels();
  const plugins = [...new Set(actions.map(({ action }) => action.split('.')[0] ?? ''))];
  const types = [...new Set(actions.flatMap(({ subject_types }) => subject_types))];
  /** A disabled plugin has no name here. */
  const pluginOf = (id: string) => {
    const label = menuLabel(`${id}:menu.title`);
    return label.endsWith('menu.title') ? id : label;
  };
  return {
    admins: [
      ...admins.map((admin) => ({
        value: String(admin.id),
        label: fullName({ ...admin, father_name: null }),
      })),
      { value: 'system', label: t('system') },
    ],
    plugins: plugins.map((value) => ({ value, label: pluginOf(value) })).toSorted(byLabel),
    actions: actions.map(({ action }) => ({ value: action, label: actionOf(action) })).toSorted(byLabel),
    types: types.map((value) => ({ value, label: typeOf(value) })).toSorted(byLabel),
  };
}
