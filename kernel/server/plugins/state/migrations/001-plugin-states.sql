-- What was decided about plugins while the system ran; without a row a plugin is as the deployment says.
create table plugin_states (
  plugin text primary key,
  -- Null: as the deployment says.
  enabled boolean,
  -- Settings that differ from the deployment's, by key.
  config jsonb not null default '{}',
  -- Counts the times that somebody asked to try again; every node tries once for each.
  attempt integer not null default 0,
  -- Why the last start failed, on whichever node.
  problem text,
  failed_at timestamptz(3),
  changed_by bigint references admins on delete set null,
  changed_at timestamptz(3)
);

-- Every node hears of a decision when it is durable; that a start failed is no decision.
create function tell_plugins_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('komak_plugins', coalesce(new.plugin, old.plugin));
  return null;
end
$$;
create trigger plugin_states_change after insert or delete or update of enabled, config, attempt on plugin_states
  for each row execute function tell_plugins_change();
