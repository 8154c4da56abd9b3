-- When a session was told of the capabilities that are announced to sessions alone (kernel/decisions/0052-announced-sessions.md).
alter table sessions add column announced_at timestamptz(3);

create view kernel_v1_announced_sessions as
select id from sessions where announced_at is not null;
