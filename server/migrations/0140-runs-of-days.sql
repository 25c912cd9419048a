-- How many steps closed in a workflow on a day, and how many of them by themselves: the overview compares both with the
-- days before, and would read every step of those for two numbers.
alter table workflow_days
  add column runs int not null default 0,
  add column automated int not null default 0;

alter type app.workflow_figures add attribute runs int, add attribute automated int;

-- few rows in roll_ups: one for each tenant
update roll_ups set recount_after = '00000000-0000-0000-0000-000000000000';
