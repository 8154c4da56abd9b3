// Only names: schemas would be downloaded with the first list.

/** Announced by servers whose list has filters other than status and neighbourhood. */
export const filtersCapability = 'applications.filters';

/** The announced filters by group: both ends of a range of days are set together. */
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

/** The sources of applications: staff, the widget for citizens, or another system. */
export const knownSources = ['staff', 'widget', 'api'] as const;

/** Announced by servers that store views of the list. */
export const viewsCapability = 'applications.views';

/** The layouts of the list. */
export const layouts = ['cards', 'table'] as const;
export type Layout = (typeof layouts)[number];

/** The columns of the table; the address contains the visible ones in their order. */
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
