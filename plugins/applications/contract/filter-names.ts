// Names alone: schemas would be downloaded with the first list.

/** Announced by servers whose list takes the filters beside status and neighbourhood. */
export const filtersCapability = 'applications.filters';

/** The filters that are announced. */
export const extraFilters = [
  'receiver',
  'created_from',
  'created_to',
  'deadline_from',
  'deadline_to',
  'employment',
  'source',
  'household_category',
] as const;
export type ExtraFilter = (typeof extraFilters)[number];

/** How applications come: by staff, the widget for citizens, or another system. */
export const knownSources = ['staff', 'widget', 'api'] as const;

/** Announced by servers that keep views of the list. */
export const viewsCapability = 'applications.views';

/** How the list is drawn. */
export const layouts = ['cards', 'table'] as const;
export type Layout = (typeof layouts)[number];

/** The columns of the table; which of them are shown, and in which order, stands in the address. */
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
