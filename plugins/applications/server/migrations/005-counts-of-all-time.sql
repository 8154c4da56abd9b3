-- Every list asks for the counts of all time: of some neighbourhoods, six statuses each. They are few among the counts of
-- days and months; an index of their own finds them in one search instead of one for each neighbourhood and status.
create index application_counts_all_time on application_counts (neighborhood_id, status) where grain = 'all';
