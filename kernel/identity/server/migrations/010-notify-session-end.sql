-- Triggers know their functions by id: a new name of one changes nothing for nodes of the version before.
alter function tell_session_end() rename to notify_session_end;
