-- What plugins may read of stored files (kernel/decisions/0022-data-wall.md).
create view kernel_v1_files as
select id, name, size, format, mimetype, created_at from files;
