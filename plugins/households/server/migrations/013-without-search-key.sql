-- The index lists the households without a search key.
alter index households_unfolded rename to households_without_search_key;
