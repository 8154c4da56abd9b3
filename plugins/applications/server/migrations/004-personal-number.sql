-- A JSHSHIR, or how it begins, is looked up as it is: its digits in threes are in every other key too.
create index applications_personal_number on applications (personal_number) where personal_number is not null;
