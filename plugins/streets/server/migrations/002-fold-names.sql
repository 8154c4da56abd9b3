-- Folded names, as kernel/server/lists/names.ts writes them: streets are searched by them, and unique by them within their
-- neighbourhood.
alter table streets
  add column fold_uz text,
  add column fold_ru text,
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3);

create unique index streets_fold_uz on streets (neighborhood_id, fold_uz);
create unique index streets_fold_ru on streets (neighborhood_id, fold_ru);
