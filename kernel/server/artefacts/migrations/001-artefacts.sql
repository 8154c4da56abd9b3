-- Plugins from outside as they were packed: here, so that every node and every backup has them.
create table plugin_artefacts (
  id bigint generated always as identity primary key,
  plugin text not null,
  version text not null,
  -- sha256-<hex> of the contents.
  digest text not null,
  -- The .tgz.
  archive bytea not null,
  -- candidate: waits for a node to try it; current: is installed; former: was replaced or removed; refused: did not fit.
  state text not null check (state in ('candidate', 'current', 'former', 'refused')),
  -- Why it was refused: [{code, params}].
  refusals jsonb not null default '[]',
  added_by bigint references admins on delete set null,
  added_at timestamptz(3) not null default now()
);
create unique index plugin_artefacts_current on plugin_artefacts (plugin) where state = 'current';
-- It is compressed already.
alter table plugin_artefacts alter column archive set storage external;

create trigger plugin_artefacts_change after insert or delete or update of state on plugin_artefacts
  for each row execute function tell_plugins_change();
