-- The reserved attempt of the network from which a flow was started, to be released when somebody is identified.
alter table one_id_attempts add column reserved_key bytea, add column reserved_moment text;
