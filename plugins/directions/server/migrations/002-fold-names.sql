-- Folded names, as kernel/server/lists/names.ts writes them: directions are searched by them, and unique by them.
alter table directions
  add column fold_uz text,
  add column fold_ru text,
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3);

create unique index directions_fold_uz on directions (fold_uz);
create unique index directions_fold_ru on directions (fold_ru);
