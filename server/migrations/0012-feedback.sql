-- What people say about the product. Written by whoever says it, read by staff alone.
create table feedback (
  id uuid primary key default uuidv7(),
  tenant_id uuid not null,
  person_id uuid not null,
  feedback_type text not null check (feedback_type in ('bug_report', 'feature_request', 'general_request', 'other')),
  rating smallint check (rating between 1 and 5),
  ease_of_use smallint check (ease_of_use between 1 and 5),
  recommendation smallint check (recommendation between 1 and 5),
  usefulness smallint check (usefulness between 1 and 5),
  feedback text not null default '' check (length(feedback) <= 5000),
  resolved boolean not null default false,
  created_at timestamptz not null default now()
);
create index feedback_open on feedback (resolved, id desc);
--! force feedback
create policy own on feedback for insert to tl_app with check (tenant_id = {{TENANT}} and person_id = {{PERSON}});
grant insert on feedback to tl_app;
