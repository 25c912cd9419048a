-- The vote that sent the work back to this task, or that rejected it: what was asked for stands there, in the voter's words.
-- Both rows belong to one instance and are deleted with it.
alter table tasks add column sent_back_by uuid;
