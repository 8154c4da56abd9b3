-- The generation of the admin's sessions when the provider named them: a ticket is void once those sessions were ended.
delete from one_id_tickets;
alter table one_id_tickets add column session_generation bigint not null;
