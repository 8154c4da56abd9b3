-- Of each running bulk job, the item that was begun last, and how often in a row: one that kills the server is not tried again
-- forever. `batches` is the table of the job.
create table batch_attempts (
  batches text not null,
  batch_id bigint not null,
  subject_id bigint not null,
  attempts integer not null,
  primary key (batches, batch_id)
);
