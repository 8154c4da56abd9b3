-- What this installation is: whether it was filled, the secret that signs addresses of files.
create table installation (
  key text primary key,
  value text not null
);
