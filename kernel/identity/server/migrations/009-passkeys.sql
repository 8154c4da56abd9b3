-- Passkeys (WebAuthn): a key pair whose private half never leaves the person's device (kernel/decisions/0054-passkeys.md).
create table passkeys (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admins on delete cascade,
  -- Base64url, as browsers write it.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- Grows with each use, where the authenticator counts; 0 for ever where it does not.
  counter bigint not null,
  transports text[] not null default '{}',
  aaguid uuid not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  -- Bound to one device, which said so with an attestation.
  hardware boolean not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_admin_id_idx on passkeys (admin_id);

-- What an authenticator has to sign, once, within minutes. It is good for one purpose, and in the session or for the ticket
-- that it was made for.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('add', 'proof', 'sign-in')),
  session_id bigint references sessions on delete cascade,
  ticket_hash bytea references pending_sign_ins on delete cascade,
  -- Who asked: a stranger may ask for few.
  network text not null,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_session_id_idx on passkey_challenges (session_id) where session_id is not null;
create index passkey_challenges_ticket_hash_idx on passkey_challenges (ticket_hash) where ticket_hash is not null;
create index passkey_challenges_network_idx on passkey_challenges (network, expires_at);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);

-- Set when every second factor of an admin was taken away for them: they add one before they do anything else.
alter table admins add column must_enrol boolean not null default false;

-- A super admin asks to take every second factor of an admin away; another one confirms it. One at a time for an admin.
create table factor_resets (
  admin_id bigint primary key references admins on delete cascade,
  requested_by bigint not null references admins on delete cascade,
  reason text not null,
  asked_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index factor_resets_requested_by_idx on factor_resets (requested_by);
create index factor_resets_expires_at_idx on factor_resets (expires_at);

-- Whether admins of this role level need a key that is bound to hardware.
create function must_use_hardware(asked_role text) returns boolean language sql stable as $$
  select asked_role = 'super_admin'
    and exists (select from installation where key = 'hardware_keys' and value = 'super_admins')
$$;

create function has_factor(asked_admin bigint) returns boolean language sql stable as $$
  select exists (select from second_factors f where f.admin_id = asked_admin and f.confirmed_at is not null)
    or exists (select from passkeys p where p.admin_id = asked_admin)
$$;

-- Whether an admin of this role level must add a second factor before they do anything else.
create or replace function must_add_factor(asked_admin bigint, asked_role text) returns boolean language sql stable as $$
  select case
    when must_use_hardware(asked_role)
      then not exists (select from passkeys p where p.admin_id = asked_admin and p.hardware)
    else (
      coalesce((select case value when 'everyone' then true when 'super_admins' then asked_role = 'super_admin' end
        from installation where key = 'second_factor'), false)
      or exists (select from admins a where a.id = asked_admin and a.must_enrol)
    ) and not has_factor(asked_admin)
  end
$$;

-- The same, written out: a function would read with the rights of the plugin that asks, and not with those of the view.
create or replace view kernel_v1_admin_factors as
select id as admin_id,
  exists (select from second_factors f where f.admin_id = admins.id and f.confirmed_at is not null)
    or exists (select from passkeys p where p.admin_id = admins.id) as has_factor,
  case
    when exists (select from installation where key = 'hardware_keys' and value = 'super_admins')
      and exists (select from admin_roles r where r.id = admins.role_id and r.role = 'super_admin')
      then not exists (select from passkeys p where p.admin_id = admins.id and p.hardware)
    else (must_enrol or case (select value from installation where key = 'second_factor')
        when 'everyone' then true
        when 'super_admins' then exists (select from admin_roles r where r.id = admins.role_id and r.role = 'super_admin')
        else false
      end)
      and not exists (select from second_factors f where f.admin_id = admins.id and f.confirmed_at is not null)
      and not exists (select from passkeys p where p.admin_id = admins.id)
  end as must_add_factor
from admins;
