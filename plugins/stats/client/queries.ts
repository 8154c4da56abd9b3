import { gql, type TypedDocumentNode } from '#kernel/client/index.ts';
import type { ApplicationCharts, ApplicationStats, LocationCounts, NeighborhoodStats } from '../contract.ts';

type NoVariables = Record<string, never>;

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

/** What is counted in each neighbourhood. */
export const neighborhoodStatsDocument: TypedDocumentNode<
  { readonly neighborhoods: NeighborhoodStats },
  NoVariables
> = gql`
  query NeighborhoodStats {
    neighborhoods @rest(type: "NeighborhoodStats", path: "stats/neighborhoods") {
      items @type(name: "NeighborhoodFigures") {
        id
        uz {
          name
        }
        ru {
          name
        }
        households
        able_to_work
        unemployed
        informal
        applications
        late
      }
    }
  }
`;

/** The categories of households, for the filter. */
export const categoryOptionsDocument: TypedDocumentNode<
  {
    readonly categories: readonly { id: number; color: string; uz: { name: string }; ru: { name: string } }[];
  },
  NoVariables
> = gql`
  query StatsCategories {
    categories @rest(type: "[HouseholdCategoryOption]", path: "household-categories?pagination=false") {
      id
      color
      uz {
        name
      }
      ru {
        name
      }
    }
  }
`;

/** The neighbourhoods, for the filter. */
export const neighborhoodOptionsDocument: TypedDocumentNode<
  { readonly neighborhoods: readonly { id: number; uz: { name: string }; ru: { name: string } }[] },
  NoVariables
> = gql`
  query StatsNeighborhoods {
    neighborhoods @rest(type: "[NeighborhoodOption]", path: "neighborhoods?pagination=false") {
      id
      uz {
        name
      }
      ru {
        name
      }
    }
  }
`;

/** The figures of a period and a page of its applications; `query` is as `useListQuery` writes it. */
export const applicationStatsDocument: TypedDocumentNode<
  { readonly stats: ApplicationStats },
  { query: string }
> = gql`
  query ApplicationStats($query: String!) {
    stats(query: $query) @rest(type: "ApplicationStats", path: "stats/application-stats?{args.query}") {
      statuses {
        total @type(name: "StatsFigure") {
          total
          change_percent
        }
        accepted @type(name: "StatsFigure") {
          total
          change_percent
        }
        completed @type(name: "StatsFigure") {
          total
          change_percent
        }
        late @type(name: "StatsFigure") {
          total
          change_percent
        }
      }
      applications {
        items @type(name: "Application") {
          id
          status {
            status
            createdAt
            note
          }
          neighborhood_id
          neighborhood {
            id
            uz {
              name
            }
            ru {
              name
            }
          }
          author {
            first_name
            last_name
            father_name
            phone
            birthday
            passport_series
            passport_number
            personal_number
            neighborhood {
              uz {
                name
              }
              ru {
                name
              }
            }
            address
          }
          employment_status
          salary
          planned_assistance
          files @type(name: "StoredFile") {
            id
            name
            url
            size
            format
            mimetype
            createdAt
          }
          cancel_time
          receiver {
            id
            first_name
            last_name
            father_name
            login
            role {
              permissions
              uz {
                name
              }
              ru {
                name
              }
            }
          }
          createdAt
          updatedAt
        }
        page
        limit
        total_pages
        length
        capped
      }
    }
  }
`;

/** What the charts show. */
export const applicationChartsDocument: TypedDocumentNode<
  { readonly charts: ApplicationCharts },
  { query: string }
> = gql`
  query ApplicationCharts($query: String!) {
    charts(query: $query) @rest(type: "ApplicationCharts", path: "stats/application-charts?{args.query}") {
      grain
      flow @type(name: "FlowPoint") {
        since
        arrived
        completed
      }
      lengths @type(name: "StatusLength") {
        status
        count
        median
        p90
      }
      employment @type(name: "EmploymentCount") {
        employment_status
        count
      }
      neighborhoods @type(name: "NeighborhoodCount") {
        neighborhood @type(name: "NeighborhoodOption") {
          id
          uz {
            name
          }
          ru {
            name
          }
        }
        total
        completed
        late
      }
      late @type(name: "LateCount") {
        receiver @type(name: "LateReceiver") {
          id
          first_name
          last_name
        }
        count
        since
      }
    }
  }
`;
