-- Folded names, as kernel/server/lists/names.ts writes them: categories are searched by them, and unique by them.
alter table household_categories
  add column fold_uz text,
  add column fold_ru text,
  alter column created_at type timestamptz(3),
  alter column updated_at type timestamptz(3);

create unique index household_categories_fold_uz on household_categories (fold_uz);
create unique index household_categories_fold_ru on household_categories (fold_ru);
