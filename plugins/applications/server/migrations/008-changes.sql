-- What is corrected, moved or taken in with a reason stands in the timeline as a step of its own kind; its reason is the
-- message, and what it changed the details. Which kinds there are is checked where they are written.
alter table application_actions
  drop constraint application_actions_type_check,
  add column details jsonb;

-- Why somebody asks without passport and JSHSHIR.
alter table applications add column no_document_reason text;
