-- When the person of a session was last active, as their browser tells it (kernel/decisions/0053-idle-sign-out.md). Null until a
-- client tells it for the first time: till then every call counts as activity, and from then on none does.
alter table sessions add column active_at timestamptz(3);
