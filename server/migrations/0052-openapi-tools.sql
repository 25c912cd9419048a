-- Of a tool that was read from an OpenAPI document: what a connection sends with each call, and how each call is written.
alter table tools
  add column kind text not null default 'endpoint' check (kind in ('endpoint', 'openapi')),
  add column sign_in jsonb not null default '[]';
alter table tool_operations add column request jsonb;
