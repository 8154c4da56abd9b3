-- The settings without those that are never shown: what their history keeps (kernel/decisions/0055-history.md).
alter table plugin_states add column shown_config jsonb;
