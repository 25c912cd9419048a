-- Tools of the product are connected like those that a workspace added, and have no row of their own.
alter table integrations drop constraint integrations_tenant_id_tool_id_fkey;
-- Whether what it was connected with says that the receiver recognises a repeated call by its key.
alter table integrations add column honours_key boolean not null default false;
alter table tool_operations add column title text not null default 'Call' check (length(title) between 1 and 200);
