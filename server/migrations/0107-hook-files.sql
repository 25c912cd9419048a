-- Files whose addresses stand in the body of a call.

-- few rows in hooks: at most 20 for each workflow
alter table hooks add column files_path text not null default '' check (length(files_path) <= 300);

-- What became of each: host, name, state and reason; the addresses themselves stand in the sealed body alone.
alter table hook_deliveries add column files jsonb;
alter table hook_deliveries add constraint hook_deliveries_files
  check (files is null or (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 10)) not valid;
