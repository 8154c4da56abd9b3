// Names alone: schemas would be downloaded with the first list.

/** Announced by servers whose list takes the filters beside status and neighbourhood. */
export const filtersCapability = 'applications.filters';

/** The filters that are announced, by what they narrow: both ends of some days are set together. */
export const filterGroups = {
  receiver: ['receiver'],
  created: ['created_from', 'created_to'],
  deadline: ['deadline_from', 'deadline_to'],
  employment: ['employment'],
  source: ['source'],
  category: ['household_category'],
} as const;
export type FilterGroup = keyof typeof filterGroups;
export type ExtraFilter = (typeof filterGroups)[FilterGroup][number];
export const extraFilters: readonly ExtraFilter[] = Object.values(filterGroups).flat();

/** How applications come: by staff, the widget for citizens, or another system. */
export const knownSources = ['staff', 'widget', 'api'] as const;

/** Announced by servers that keep views of the list. */
export const viewsCapability = 'applications.views';

/** How the list is drawn. */
export const layouts = ['cards', 'table'] as const;
export type Layout = (typeof layouts)[number];

/** The columns of the table; the address contains which are shown, and their order. */
export const tableColumns = [
  'number',
  'name',
  'phone',
  'neighborhood',
  'status',
  'cancel_time',
  'receiver',
  'employment',
  'source',
  'category',
  'createdAt',
  'updatedAt',
  'request',
] as const;
export type TableColumn = (typeof tableColumns)[number];
