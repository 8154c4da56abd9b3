-- What is asked for beside the password: a code that changes every half minute, or one of a list for bad days.
create table second_factors (
  admin_id bigint primary key references admins on delete cascade,
  -- Sealed with the key of the installation.
  secret bytea not null,
  -- Null until the first code has shown that the person's application knows the secret.
  confirmed_at timestamptz(3),
  -- The half minute of the last code that was taken: it and all before it are used up.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  admin_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (admin_id, code_hash)
);

-- Who has shown a password and not yet a code. A ticket opens nothing but the second step.
create table pending_sign_ins (
  ticket_hash bytea primary key,
  admin_id bigint not null references admins on delete cascade,
  tries smallint not null default 0,
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_admin_id_idx on pending_sign_ins (admin_id);
create index pending_sign_ins_expires_at_idx on pending_sign_ins (expires_at);

-- Whether an admin of this role level must add a second factor before he does anything else.
create function must_add_factor(asked_admin bigint, asked_role text) returns boolean language sql stable as $$
  select case (select value from installation where key = 'second_factor')
      when 'everyone' then true
      when 'super_admins' then asked_role = 'super_admin'
      else false
    end
    and not exists (select from second_factors f where f.admin_id = asked_admin and f.confirmed_at is not null)
$$;
