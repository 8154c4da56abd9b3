-- The few who are blocked are found among themselves, without looking at everybody of their name.
create index users_search_blocked on users using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 512) where blocked;
