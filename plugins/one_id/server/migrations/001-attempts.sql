-- Ways through the service that were begun and have not come back; digests only, each is used once.
create table one_id_attempts (
  state_hash bytea primary key,
  -- Of the key that the browser holds in a cookie: another browser cannot end what this one began.
  browser_hash bytea not null,
  -- Who links his account; null where somebody signs in.
  admin_id bigint references admins on delete cascade,
  session_id bigint references sessions on delete cascade,
  redirect_uri text not null,
  return_path text not null,
  expires_at timestamptz(3) not null
);
create index one_id_attempts_expires_at_idx on one_id_attempts (expires_at);
create index one_id_attempts_admin_idx on one_id_attempts (admin_id) where admin_id is not null;
create index one_id_attempts_session_idx on one_id_attempts (session_id) where session_id is not null;

-- Who came back and may take his session, once, with the key in his cookie.
create table one_id_tickets (
  ticket_hash bytea primary key,
  admin_id bigint not null references admins on delete cascade,
  expires_at timestamptz(3) not null
);
create index one_id_tickets_expires_at_idx on one_id_tickets (expires_at);
create index one_id_tickets_admin_idx on one_id_tickets (admin_id);
