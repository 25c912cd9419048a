--! online step_runs
-- Runs of all workflows, in the order of their lists: sorted, a page would read all that a figure counted.
create index concurrently step_runs_closed on step_runs (tenant_id, closed_at, instance_id, step, round)
  where closed_at is not null;
create index concurrently step_runs_failed_at on step_runs (tenant_id, failed_at, instance_id, step, round)
  where failed_at is not null;
