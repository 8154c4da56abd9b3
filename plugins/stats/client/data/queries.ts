import type { Option } from '#kernel/plugin-api/contract.ts';
import { gql, type TypedDocumentNode } from '#kernel/plugin-api/client.ts';
import { applicationFields } from '#plugins/applications/contract.ts';
import type {
  ApplicationCharts,
  ApplicationStats,
  LocationCounts,
  NeighborhoodStats,
} from '../../contract.ts';

type NoVariables = Record<string, never>;

const names = 'uz { name } ru { name }';
const metric = '@type(name: "StatsMetric") { total change_percent }';

/** The counts of the three cards. */
export const locationCountsDocument: TypedDocumentNode<{ readonly counts: LocationCounts }, NoVariables> =
  gql`
    query LocationCounts {
      counts @rest(type: "LocationCounts", path: "stats/location-counts") {
        neighborhoods
        streets
        households
      }
    }
  `;

/** The counts of each neighbourhood. */
export const neighborhoodStatsDocument: TypedDocumentNode<
  { readonly neighborhoods: NeighborhoodStats },
  NoVariables
> = gql`
  query NeighborhoodStats {
    neighborhoods @rest(type: "NeighborhoodStats", path: "stats/neighborhoods") {
      items @type(name: "NeighborhoodMetrics") {
        id ${names} households able_to_work unemployed informal applications late
      }
    }
  }
`;

/** The categories of households, for the filter. */
export const categoryOptionsDocument: TypedDocumentNode<
  { readonly categories: readonly (Option & { color: string })[] },
  NoVariables
> = gql`
  query StatsCategories {
    categories @rest(type: "[HouseholdCategoryOption]", path: "household-categories?pagination=false") {
      id color ${names}
    }
  }
`;

/** The neighbourhoods, for the filter. */
export const neighborhoodOptionsDocument: TypedDocumentNode<
  { readonly neighborhoods: readonly Option[] },
  NoVariables
> = gql`
  query StatsNeighborhoods {
    neighborhoods @rest(type: "[NeighborhoodOption]", path: "neighborhoods?pagination=false") { id ${names} }
  }
`;

/** The metrics of a period and a page of its applications; `query` is as `useListQuery` writes it. */
export const applicationStatsDocument: TypedDocumentNode<
  { readonly stats: ApplicationStats },
  { query: string }
> = gql`
  query ApplicationStats($query: String!) {
    stats(query: $query) @rest(type: "ApplicationStats", path: "stats/application-stats?{args.query}") {
      statuses { total ${metric} accepted ${metric} completed ${metric} late ${metric} }
      applications {
        items @type(name: "Application") { ${applicationFields} }
        page limit total_pages length capped
      }
    }
  }
`;

/** The data of the charts. */
export const applicationChartsDocument: TypedDocumentNode<
  { readonly charts: ApplicationCharts },
  { query: string }
> = gql`
  query ApplicationCharts($query: String!) {
    charts(query: $query) @rest(type: "ApplicationCharts", path: "stats/application-charts?{args.query}") {
      bucket_size
      flow @type(name: "FlowPoint") { since arrived completed }
      lengths @type(name: "StatusLength") { status count median p90 }
      employment @type(name: "EmploymentCount") { employment_status count }
      neighborhoods @type(name: "NeighborhoodCount") {
        neighborhood @type(name: "NeighborhoodOption") { id ${names} }
        total completed late
      }
      late @type(name: "LateCount") {
        receiver @type(name: "LateReceiver") { id first_name last_name }
        count since
      }
    }
  }
`;
