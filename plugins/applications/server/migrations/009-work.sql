-- The desk of an admin: what they are responsible for, and what nobody has taken. Partial, so that closed ones cost nothing.
create index applications_receiver_open on applications (receiver_id, cancel_time, id) include (neighborhood_id)
  where status in ('created', 'accepted');
create index applications_untaken on applications (cancel_time, id) include (neighborhood_id)
  where status = 'created' and receiver_id is null;
