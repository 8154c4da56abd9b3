-- Grows whenever the sessions of an admin end: what was proved before (a password, a ticket) opens no session after it.
alter table admins add column session_generation bigint not null default 0;
alter table pending_sign_ins add column session_generation bigint not null default 0;
