-- Which attempt may write the answer of a run, and the name of its file: a worker that was given up can still be writing.
-- Answers from before have none; their files have the name of the run.
alter table report_runs add column attempt uuid;
grant update (attempt) on report_runs to tl_worker;
