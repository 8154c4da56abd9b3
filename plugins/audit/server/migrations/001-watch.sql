-- What super admins were told of as unusual: the kind, of whom, and when last. One row is told once in each window.
create table audit_warnings (
  kind text not null,
  who text not null,
  told_at timestamptz(3) not null,
  count integer not null,
  primary key (kind, who)
);
create index audit_warnings_told_at on audit_warnings (told_at);

-- The countries from which each person has signed in, for as long as the settings say.
create table audit_countries (
  admin_id bigint not null,
  country text not null,
  last_at timestamptz(3) not null,
  primary key (admin_id, country)
);
