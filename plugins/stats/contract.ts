import { z } from 'zod';
import {
  daySchema,
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  namesShape,
  optionSchema,
  pageSchema,
} from '#kernel/plugin-api/contract.ts';
import { coordinatesSchema, multiPolygonSchema } from '#kernel/domain/geo/index.ts';
import {
  applicationSchema,
  employmentStatuses,
  statuses,
  statusFilters,
} from '#plugins/applications/contract.ts';

/** Response of `GET stats/location-counts`. */
export const locationCountsSchema = z.object({
  neighborhoods: z.int(),
  streets: z.int(),
  households: z.int(),
});
export type LocationCounts = z.infer<typeof locationCountsSchema>;

/** The format in which the households of a large city are sent: an Arrow IPC stream. */
export const arrowType = 'application/vnd.apache.arrow.stream';

/** Query of `GET stats/households-locations`: all of the city unless filtered. */
export const locationsQuerySchema = z.strictObject({
  neighborhood: idParamSchema.optional(),
  household_category: idParamSchema.optional(),
});
export type LocationsQuery = z.infer<typeof locationsQuerySchema>;

/** A neighbourhood as the map draws it. */
export const mapNeighborhoodSchema = z.object({
  id: idSchema,
  ...namesShape,
  coords: z.array(coordinatesSchema),
  /** All rings, if the neighbourhood has holes or several parts. */
  geometry: multiPolygonSchema.nullable().optional(),
  color: z.string(),
});
export type MapNeighborhood = z.infer<typeof mapNeighborhoodSchema>;

/** A category with its colour. */
export const mapCategorySchema = z.object({ id: idSchema, ...namesShape, color: z.string() });
export type MapCategory = z.infer<typeof mapCategorySchema>;

/**
 * Response of `GET stats/households-locations`: households with a pin, sorted by neighbourhood and id.
 *
 * With `Accept: application/vnd.apache.arrow.stream` they are sent as columns of 32-bit integers: `id`,
 * `neighborhood`, `category`, and `latitude` and `longitude` in millionths of a degree; the schema's metadata
 * contain `neighborhoods` and `categories`, as JSON of the forms below. Both forms have an `ETag`.
 */
export const householdsLocationsSchema = z.object({
  neighborhoods: z.array(mapNeighborhoodSchema),
  households: z.array(
    z.object({ id: idSchema, coords: coordinatesSchema, household_category: mapCategorySchema }),
  ),
});
export type HouseholdsLocations = z.infer<typeof householdsLocationsSchema>;

/** The periods that the page offers. */
export const timeFilters = ['all', 'today', 'month', 'year', 'custom'] as const;
export type TimeFilter = (typeof timeFilters)[number];

/** Days within a range that the database can compute with. */
const plausibleDaySchema = daySchema.refine((day) => day >= '2000-01-01' && day < '2100-01-01');

/**
 * Selects applications by their day of arrival in the deployment's time zone. `month` and `year` extend from
 * their first day to today. `custom` uses `date_from` and `date_to`, both included, and is the default if
 * either is given; a missing end means the first day of all, or today.
 */
const periodShape = {
  timeFilter: z.enum(timeFilters).optional(),
  date_from: plausibleDaySchema.optional(),
  date_to: plausibleDaySchema.optional(),
  neighborhood: idParamSchema.optional(),
} as const;

interface PeriodQuery {
  readonly timeFilter?: TimeFilter | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

function rejectPeriod({ timeFilter, date_from, date_to }: PeriodQuery, { addIssue }: z.RefinementCtx): void {
  const wrong = (field: string, problem: string) =>
    addIssue({ code: 'custom', path: [field], message: `stats:errors.${problem}` });
  if (timeFilter !== undefined && timeFilter !== 'custom') {
    if (date_from !== undefined) wrong('date_from', 'date_not_allowed');
    if (date_to !== undefined) wrong('date_to', 'date_not_allowed');
  } else if (date_from !== undefined && date_to !== undefined && date_from > date_to) {
    wrong('date_from', 'dates_reversed');
  }
}

const applicationStatsShape = listQuerySchema({
  sort: ['createdAt', 'neighborhood', 'status'],
  limit: 30,
  filters: { ...periodShape, status: z.enum(statusFilters).optional() },
});

/** Query of `GET stats/application-stats`: newest first by default. */
export const applicationStatsQuerySchema = applicationStatsShape.superRefine(rejectPeriod);
export type ApplicationStatsQuery = z.infer<typeof applicationStatsQuerySchema>;

/** The metrics of the cards: the statuses, and `total`. */
export const metricKeys = ['total', ...statusFilters] as const;
export type MetricKey = (typeof metricKeys)[number];

/**
 * The number of the period's applications that are in a status now, and its change in percent from the
 * preceding period of the same length (for `all`: the last 30 days and the 30 before), to one decimal. From
 * none to some is 100.
 */
export const metricSchema = z.object({ total: z.int(), change_percent: z.number() });
export type Metric = z.infer<typeof metricSchema>;

const metricShape = Object.fromEntries(metricKeys.map((key) => [key, metricSchema])) as Record<
  MetricKey,
  typeof metricSchema
>;

/** Response of `GET stats/application-stats`. Status and search filter only the list, the other filters the metrics too. */
export const applicationStatsSchema = z.object({
  applications: pageSchema(applicationSchema),
  statuses: z.object(metricShape),
});
export type ApplicationStats = z.infer<typeof applicationStatsSchema>;

/**
 * Query of `GET stats/application-stats/export`: that of the list, without paging. The response is an xlsx
 * file with several sheets.
 */
export const applicationExportQuerySchema = applicationStatsShape
  .omit({ page: true, limit: true })
  .superRefine(rejectPeriod);
export type ApplicationExportQuery = z.infer<typeof applicationExportQuerySchema>;

/** The maximum number of applications in the file; its first sheet reports if there are more. */
export const exportLimit = 10_000;

/** Query of `GET stats/application-charts`. */
export const applicationChartsQuerySchema = z.strictObject(periodShape).superRefine(rejectPeriod);
export type ApplicationChartsQuery = z.infer<typeof applicationChartsQuerySchema>;

/** Response of `GET stats/application-charts` (beyond the specification, capability `stats.charts`). */
export const applicationChartsSchema = z.object({
  /** Whether `since` is a day or the first day of a month. */
  bucket_size: z.enum(['day', 'month']),
  /** Without gaps, in order: the arrivals, and the completions regardless of arrival. */
  flow: z.array(z.object({ since: daySchema, arrived: z.int(), completed: z.int() })),
  /** The duration of statuses that ended within the period, in seconds. */
  lengths: z.array(
    z.object({ status: z.enum(statuses), count: z.int(), median: z.number(), p90: z.number() }),
  ),
  employment: z.array(z.object({ employment_status: z.enum(employmentStatuses), count: z.int() })),
  neighborhoods: z.array(
    z.object({ neighborhood: optionSchema, total: z.int(), completed: z.int(), late: z.int() }),
  ),
  /** Overdue applications by responsible admin, most first; `receiver` is null for those without one. */
  late: z.array(
    z.object({
      receiver: z.object({ id: idSchema, first_name: z.string(), last_name: z.string() }).nullable(),
      count: z.int(),
      since: momentSchema,
    }),
  ),
});
export type ApplicationCharts = z.infer<typeof applicationChartsSchema>;

/** The metrics by which the map colours neighbourhoods. */
export const neighborhoodMetrics = [
  'households',
  'able_to_work',
  'unemployed',
  'informal',
  'applications',
  'late',
] as const;
export type NeighborhoodMetric = (typeof neighborhoodMetrics)[number];

const countsShape = Object.fromEntries(neighborhoodMetrics.map((key) => [key, z.int()])) as Record<
  NeighborhoodMetric,
  z.ZodInt
>;

/** Response of `GET stats/neighborhoods` (beyond the specification, capability `stats.neighborhoods`): every neighbourhood, sorted by Uzbek name. */
export const neighborhoodStatsSchema = z.object({
  items: z.array(z.object({ id: idSchema, ...namesShape, ...countsShape })),
});
export type NeighborhoodStats = z.infer<typeof neighborhoodStatsSchema>;

/** The payload of `stats_change`: which numbers have changed. */
export const statsChangeSchema = z.object({ topic: z.enum(['applications', 'households', 'places']) });
export type StatsChange = z.infer<typeof statsChangeSchema>;
