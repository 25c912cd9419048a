-- Unsent answers are found by the person who wrote them: each has an id to be indexed by.
alter table task_drafts add column id uuid;
alter table task_drafts alter column id set default uuidv7();
