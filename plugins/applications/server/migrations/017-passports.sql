-- Applications of somebody who gave a passport alone are found by it.
create index applications_passport on applications (passport_series, passport_number, id)
  where passport_number is not null;
