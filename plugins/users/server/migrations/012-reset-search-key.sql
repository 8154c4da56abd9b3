-- Not the trigger: renaming it would lock the table.
-- The function deletes a search key whose names or numbers have changed, and the index lists the citizens without one.
alter function user_unfold() rename to user_reset_search_key;
alter index users_unfolded rename to users_without_search_key;
