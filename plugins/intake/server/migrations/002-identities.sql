-- Visitors who show who they are through a service, in a window of their own. The form holds a random secret; its hash stands here.
create table intake_identities (
  request_hash bytea primary key,
  site text not null,
  -- Of the key that the window's browser holds in a cookie, and of the link on our page in it.
  browser_hash bytea not null,
  link_hash bytea not null,
  -- The network of the window, signed: another one cannot take what was found.
  network text not null,
  begun boolean not null default false,
  problem text,
  -- Encrypted, until the form takes it.
  person bytea,
  expires_at timestamptz(3) not null
);
create index intake_identities_expires on intake_identities (expires_at);

-- Who the visitor of a ticket is, encrypted, and by which request they have shown it.
alter table intake_tickets add column person bytea, add column person_request bytea;
