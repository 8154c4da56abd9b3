-- When a session was told of the capabilities that are announced to sessions alone (kernel/decisions/0052-announced-sessions.md).
alter table sessions add column announced_at timestamptz(3);

create view kernel_v1_session_announcements as
select id, announced_at from sessions;
