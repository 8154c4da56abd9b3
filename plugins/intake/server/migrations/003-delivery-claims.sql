-- Which node delivers to a site. A claim is renewed with each event, and runs out where the node was killed.
create table intake_delivery_claims (
  site_id bigint primary key references intake_sites on delete cascade,
  holder uuid not null,
  until timestamptz(3) not null
);
