-- The figures of a day of all workflows in one place, because a row for each of them is a page for each few of them;
-- and what a workflow's page says of its completed instances, counted with their day.

create type app.workflow_figures as (
  workflow_id uuid, version int, ended int, due int, late int, client_due int, client_late int, client_first_due int,
  client_first_late int, tasks_done int, sum_s bigint, sum_work_s bigint, durations int[], buckets jsonb,
  work_durations int[], work_buckets jsonb, running int, overdue int);

create type app.step_figures as (
  workflow_id uuid, version int, step text, kind text, runs int, automated int, clean int, failed int, issues jsonb,
  waited_s bigint, worked_s bigint, waited_work_s bigint, worked_work_s bigint);

-- What stands in the rows of workflow_days and step_days. Those stay what is counted; this is how pages read it.
create table packed_days (
  tenant_id uuid not null,
  day date not null,
  narrowed boolean not null,
  workflows app.workflow_figures[] not null,
  steps app.step_figures[] not null,
  primary key (tenant_id, day, narrowed)
);
--! tenant packed_days
grant select on packed_days to tl_app;
grant insert, update on packed_days to tl_worker;

alter table workflow_days
  -- Of the instances that ended: how long their steps waited, were worked at, and ran by themselves.
  add column waited_s bigint not null default 0,
  add column worked_s bigint not null default 0,
  add column automated_s bigint not null default 0,
  add column waited_work_s bigint not null default 0,
  add column worked_work_s bigint not null default 0,
  add column automated_work_s bigint not null default 0,
  -- In how many of them a step was reached again: {step: n}.
  add column again jsonb,
  -- In how many of them, of the steps that lead to a step, each closed last: {"step source": n}.
  add column last_closed jsonb;

-- few rows in roll_ups: one for each tenant
update roll_ups set recount_after = '00000000-0000-0000-0000-000000000000';
