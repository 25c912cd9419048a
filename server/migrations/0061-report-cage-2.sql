-- What people's queries read. The comments are the one source for the editor, the help page and the model; what stands
-- behind "Example:" is shown as one. Days are those of the organization.

create view report.instances with (security_invoker = true) as
select i.id as id,
  i.prefix || '-' || i.number as key,
  i.name as name,
  i.workflow_id as workflow_id,
  w.name as workflow,
  i.status as status,
  i.outcome as outcome,
  (array['urgent', 'high', 'medium', 'low'])[i.priority + 1] as priority,
  i.source as source,
  c.name as client,
  i.started_by as started_by_id,
  m.name as started_by,
  i.tasks_total as tasks_total,
  i.tasks_done as tasks_done,
  i.due_date as due_date,
  i.due_sort < coalesce(i.completed_at, now()) and i.status <> 'cancelled' as late,
  i.cancel_reason as cancel_reason,
  i.created_at as created_at,
  (i.created_at at time zone (select app.report_zone()))::date as created_on,
  i.started_at as started_at,
  (i.started_at at time zone (select app.report_zone()))::date as started_on,
  i.completed_at as completed_at,
  (i.completed_at at time zone (select app.report_zone()))::date as completed_on,
  round((extract(epoch from i.completed_at - i.started_at) / 3600)::numeric, 2) as hours
from instances i
left join workflows w on w.tenant_id = i.tenant_id and w.id = i.workflow_id
left join clients c on c.tenant_id = i.tenant_id and c.id = i.client_id
left join members m on m.tenant_id = i.tenant_id and m.id = i.started_by
where i.deleted_at is null;
comment on view report.instances is 'One row for each instance of a workflow that you can see.';
comment on column report.instances.id is 'Identifies the instance.';
comment on column report.instances.key is 'The number people know it by. Example: INV-12';
comment on column report.instances.name is 'What it is called. Example: Invoice of Kite & Co';
comment on column report.instances.workflow_id is 'The workflow it runs.';
comment on column report.instances.workflow is 'The name of that workflow. Example: Invoice approval';
comment on column report.instances.status is 'pending, in_progress, completed, failed, or cancelled. Example: completed';
comment on column report.instances.outcome is 'How it ended, as the workflow names it. Example: approved';
comment on column report.instances.priority is 'urgent, high, medium, or low. Example: high';
comment on column report.instances.source is 'How it was started. Example: person';
comment on column report.instances.client is 'The client it is for. Example: Kite & Co';
comment on column report.instances.started_by_id is 'The member who started it.';
comment on column report.instances.started_by is 'The name of the member who started it. Example: Priya Shah';
comment on column report.instances.tasks_total is 'How many tasks it has so far. Example: 6';
comment on column report.instances.tasks_done is 'How many of them are done. Example: 4';
comment on column report.instances.due_date is 'The day it is due. Example: 2026-11-30';
comment on column report.instances.late is 'Whether it ended, or still runs, after it was due. Example: true';
comment on column report.instances.cancel_reason is 'Why it was cancelled.';
comment on column report.instances.created_at is 'When it was created.';
comment on column report.instances.created_on is 'The day it was created, in the organization’s time zone. Example: 2026-11-18';
comment on column report.instances.started_at is 'When it was started.';
comment on column report.instances.started_on is 'The day it was started, in the organization’s time zone. Example: 2026-11-18';
comment on column report.instances.completed_at is 'When it ended.';
comment on column report.instances.completed_on is 'The day it ended, in the organization’s time zone. Example: 2026-11-20';
comment on column report.instances.hours is 'Hours from its start to its end. Example: 41.5';

create view report.tasks with (security_invoker = true) as
select t.id as id,
  t.name as name,
  t.step as step,
  t.task_type as type,
  t.status as status,
  t.outcome as outcome,
  (array['urgent', 'high', 'medium', 'low'])[t.priority + 1] as priority,
  t.instance_id as instance_id,
  t.workflow_id as workflow_id,
  w.name as workflow,
  t.round as round,
  t.assigned_to as assigned_to_id,
  a.name as assigned_to,
  t.team_id as team_id,
  g.name as team,
  t.completed_by as completed_by_id,
  d.name as completed_by,
  t.due_date as due_date,
  t.due_sort < coalesce(t.completed_at, now()) and t.status <> 'cancelled' as late,
  t.problem as problem,
  t.created_at as created_at,
  (t.created_at at time zone (select app.report_zone()))::date as created_on,
  t.completed_at as completed_at,
  (t.completed_at at time zone (select app.report_zone()))::date as completed_on,
  round((extract(epoch from t.completed_at - t.created_at) / 3600)::numeric, 2) as hours
from tasks t
left join workflows w on w.tenant_id = t.tenant_id and w.id = t.workflow_id
left join members a on a.tenant_id = t.tenant_id and a.id = t.assigned_to
left join teams g on g.tenant_id = t.tenant_id and g.id = t.team_id
left join members d on d.tenant_id = t.tenant_id and d.id = t.completed_by
where not t.in_trash;
comment on view report.tasks is 'One row for each task that you can see.';
comment on column report.tasks.id is 'Identifies the task.';
comment on column report.tasks.name is 'What is to be done. Example: Check the invoice';
comment on column report.tasks.step is 'The step of the workflow that made it. Example: check';
comment on column report.tasks.type is 'manual, approval, automated, or query. Example: approval';
comment on column report.tasks.status is 'pending, in_progress, review, completed, failed, or cancelled. Example: completed';
comment on column report.tasks.outcome is 'How it was completed. Example: approve';
comment on column report.tasks.priority is 'urgent, high, medium, or low. Example: medium';
comment on column report.tasks.instance_id is 'The instance it belongs to.';
comment on column report.tasks.workflow_id is 'The workflow of that instance.';
comment on column report.tasks.workflow is 'The name of that workflow. Example: Invoice approval';
comment on column report.tasks.round is 'How often its step was run before. Example: 0';
comment on column report.tasks.assigned_to_id is 'The member it is assigned to.';
comment on column report.tasks.assigned_to is 'The name of the member it is assigned to. Example: Tom Weber';
comment on column report.tasks.team_id is 'The team it is given to.';
comment on column report.tasks.team is 'The name of that team. Example: Finance';
comment on column report.tasks.completed_by_id is 'The member who completed it.';
comment on column report.tasks.completed_by is 'The name of the member who completed it. Example: Tom Weber';
comment on column report.tasks.due_date is 'The day it is due. Example: 2026-11-30';
comment on column report.tasks.late is 'Whether it was completed, or is still open, after it was due. Example: false';
comment on column report.tasks.problem is 'Why it failed.';
comment on column report.tasks.created_at is 'When it was created.';
comment on column report.tasks.created_on is 'The day it was created, in the organization’s time zone. Example: 2026-11-18';
comment on column report.tasks.completed_at is 'When it was completed.';
comment on column report.tasks.completed_on is 'The day it was completed, in the organization’s time zone. Example: 2026-11-19';
comment on column report.tasks.hours is 'Hours from its creation to its completion. Example: 7.25';

create view report.answers with (security_invoker = true) as
select s.task_id as task_id,
  t.instance_id as instance_id,
  t.workflow_id as workflow_id,
  t.step as step,
  f.key as field,
  f.value #>> '{}' as value,
  case when jsonb_typeof(f.value) = 'number' then (f.value #>> '{}')::double precision end as number,
  s.answered_by as answered_by_id,
  m.name as answered_by,
  s.answered_at as answered_at,
  (s.answered_at at time zone (select app.report_zone()))::date as answered_on
from task_answers s
join tasks t on t.tenant_id = s.tenant_id and t.id = s.task_id
left join members m on m.tenant_id = s.tenant_id and m.id = s.answered_by
cross join lateral jsonb_each(case when jsonb_typeof(s.answers) = 'object' then s.answers else '{}' end) f
where not t.in_trash;
comment on view report.answers is 'One row for each field that was filled in with a task.';
comment on column report.answers.task_id is 'The task it was filled in with.';
comment on column report.answers.instance_id is 'The instance of that task.';
comment on column report.answers.workflow_id is 'The workflow of that instance.';
comment on column report.answers.step is 'The step of that task. Example: check';
comment on column report.answers.field is 'The field. Example: amount';
comment on column report.answers.value is 'What was filled in, as text. Example: 1250';
comment on column report.answers.number is 'The same as a number, where it is one. Example: 1250';
comment on column report.answers.answered_by_id is 'The member who filled it in.';
comment on column report.answers.answered_by is 'The name of the member who filled it in. Example: Tom Weber';
comment on column report.answers.answered_at is 'When it was filled in.';
comment on column report.answers.answered_on is 'The day it was filled in, in the organization’s time zone. Example: 2026-11-19';

create view report.approvals with (security_invoker = true) as
select d.id as id,
  d.task_id as task_id,
  t.instance_id as instance_id,
  t.workflow_id as workflow_id,
  t.step as step,
  d.member_id as member_id,
  m.name as member,
  d.verdict as verdict,
  d.comment as comment,
  d.withdrawn_at is not null as withdrawn,
  d.at as decided_at,
  (d.at at time zone (select app.report_zone()))::date as decided_on,
  round((extract(epoch from d.at - t.created_at) / 3600)::numeric, 2) as hours
from decisions d
join tasks t on t.tenant_id = d.tenant_id and t.id = d.task_id
left join members m on m.tenant_id = d.tenant_id and m.id = d.member_id
where not t.in_trash;
comment on view report.approvals is 'One row for each decision on an approval.';
comment on column report.approvals.id is 'Identifies the decision.';
comment on column report.approvals.task_id is 'The approval it was given on.';
comment on column report.approvals.instance_id is 'The instance of that approval.';
comment on column report.approvals.workflow_id is 'The workflow of that instance.';
comment on column report.approvals.step is 'The step of that approval. Example: sign_off';
comment on column report.approvals.member_id is 'The member who decided.';
comment on column report.approvals.member is 'The name of the member who decided. Example: Priya Shah';
comment on column report.approvals.verdict is 'approve, reject, or changes. Example: approve';
comment on column report.approvals.comment is 'What they said.';
comment on column report.approvals.withdrawn is 'Whether the decision was withdrawn. Example: false';
comment on column report.approvals.decided_at is 'When they decided.';
comment on column report.approvals.decided_on is 'The day they decided, in the organization’s time zone. Example: 2026-11-19';
comment on column report.approvals.hours is 'Hours from the request to the decision. Example: 3.5';

create view report.documents with (security_invoker = true) as
select d.id as id,
  d.name as name,
  d.family as family,
  d.category as category,
  d.document_type as document_type,
  d.media_type as media_type,
  d.size as size,
  d.version_count as versions,
  d.status as status,
  d.instance_id as instance_id,
  d.task_id as task_id,
  d.workflow_id as workflow_id,
  w.name as workflow,
  d.form_id as form_id,
  d.uploaded_by as uploaded_by_id,
  m.name as uploaded_by,
  d.created_at as created_at,
  (d.created_at at time zone (select app.report_zone()))::date as created_on
from documents d
left join workflows w on w.tenant_id = d.tenant_id and w.id = d.workflow_id
left join members m on m.tenant_id = d.tenant_id and m.id = d.uploaded_by
where d.deleted_at is null and not d.in_trash;
comment on view report.documents is 'One row for each file that you can see.';
comment on column report.documents.id is 'Identifies the file.';
comment on column report.documents.name is 'Its name. Example: invoice.pdf';
comment on column report.documents.family is 'document, image, spreadsheet, or other. Example: document';
comment on column report.documents.category is 'contract, invoice, report, form, image, or other. Example: invoice';
comment on column report.documents.document_type is 'The type it was filed under. Example: general';
comment on column report.documents.media_type is 'What kind of file it is, by its contents. Example: application/pdf';
comment on column report.documents.size is 'Its size in bytes. Example: 48210';
comment on column report.documents.versions is 'How many versions it has. Example: 2';
comment on column report.documents.status is 'Where it stands. Example: completed';
comment on column report.documents.instance_id is 'The instance it belongs to.';
comment on column report.documents.task_id is 'The task it was added to.';
comment on column report.documents.workflow_id is 'The workflow of that instance.';
comment on column report.documents.workflow is 'The name of that workflow. Example: Invoice approval';
comment on column report.documents.form_id is 'The form it was sent with.';
comment on column report.documents.uploaded_by_id is 'The member who uploaded it.';
comment on column report.documents.uploaded_by is 'The name of the member who uploaded it. Example: Tom Weber';
comment on column report.documents.created_at is 'When it was uploaded.';
comment on column report.documents.created_on is 'The day it was uploaded, in the organization’s time zone. Example: 2026-11-18';

create view report.form_submissions with (security_invoker = true) as
select s.id as id,
  s.form_id as form_id,
  f.title as form,
  s.receipt as receipt,
  s.state as state,
  s.version as version,
  s.answers as answers,
  s.file_count as file_count,
  s.took_seconds as seconds,
  s.device as device,
  s.received_at as received_at,
  (s.received_at at time zone (select app.report_zone()))::date as received_on
from form_submissions s
join forms f on f.tenant_id = s.tenant_id and f.id = s.form_id;
comment on view report.form_submissions is 'One row for each response to a form that you can see.';
comment on column report.form_submissions.id is 'Identifies the response.';
comment on column report.form_submissions.form_id is 'The form it was sent to.';
comment on column report.form_submissions.form is 'The title of that form. Example: Vacation request';
comment on column report.form_submissions.receipt is 'The number on its receipt.';
comment on column report.form_submissions.state is 'received, running, finished, not_started, or held. Example: finished';
comment on column report.form_submissions.version is 'The version of the form. Example: 3';
comment on column report.form_submissions.answers is 'Everything that was filled in. One field: answers ->> ''name''.';
comment on column report.form_submissions.file_count is 'How many files came with it. Example: 1';
comment on column report.form_submissions.seconds is 'How many seconds filling it in took. Example: 94';
comment on column report.form_submissions.device is 'What it was filled in on. Example: phone';
comment on column report.form_submissions.received_at is 'When it arrived.';
comment on column report.form_submissions.received_on is 'The day it arrived, in the organization’s time zone. Example: 2026-11-18';

create view report.workflows with (security_invoker = true) as
select w.id as id,
  w.name as name,
  w.prefix as prefix,
  w.type as type,
  w.status as status,
  w.category as category,
  w.description as description,
  w.step_count as steps,
  w.current_version as version,
  w.created_by as created_by_id,
  m.name as created_by,
  w.created_at as created_at,
  (w.created_at at time zone (select app.report_zone()))::date as created_on
from workflows w
left join members m on m.tenant_id = w.tenant_id and m.id = w.created_by
where w.deleted_at is null;
comment on view report.workflows is 'One row for each workflow that you can see.';
comment on column report.workflows.id is 'Identifies the workflow.';
comment on column report.workflows.name is 'Its name. Example: Invoice approval';
comment on column report.workflows.prefix is 'What the keys of its instances begin with. Example: INV';
comment on column report.workflows.type is 'How its steps follow each other. Example: sequential';
comment on column report.workflows.status is 'Whether it can be started. Example: active';
comment on column report.workflows.category is 'The category it is filed under. Example: Finance';
comment on column report.workflows.description is 'What it is for.';
comment on column report.workflows.steps is 'How many steps it has. Example: 5';
comment on column report.workflows.version is 'Its published version. Example: 4';
comment on column report.workflows.created_by_id is 'The member who created it.';
comment on column report.workflows.created_by is 'The name of the member who created it. Example: Priya Shah';
comment on column report.workflows.created_at is 'When it was created.';
comment on column report.workflows.created_on is 'The day it was created, in the organization’s time zone. Example: 2026-10-02';

create view report.effects with (security_invoker = true) as
select e.key as id,
  e.instance_id as instance_id,
  i.workflow_id as workflow_id,
  e.step as step,
  e.tool_id as tool,
  e.operation as operation,
  e.state as state,
  e.attempts as attempts,
  e.problem as problem,
  e.created_at as created_at,
  (e.created_at at time zone (select app.report_zone()))::date as created_on
from effects e
join instances i on i.tenant_id = e.tenant_id and i.id = e.instance_id
where i.deleted_at is null;
comment on view report.effects is 'One row for each call that a step made to another tool.';
comment on column report.effects.id is 'Identifies the call.';
comment on column report.effects.instance_id is 'The instance that made it.';
comment on column report.effects.workflow_id is 'The workflow of that instance.';
comment on column report.effects.step is 'The step that made it. Example: notify';
comment on column report.effects.tool is 'What was called. Example: http';
comment on column report.effects.operation is 'What it was asked to do. Example: send';
comment on column report.effects.state is 'intended, done, failed, or unknown. Example: done';
comment on column report.effects.attempts is 'How often it was tried. Example: 1';
comment on column report.effects.problem is 'Why it failed.';
comment on column report.effects.created_at is 'When it was made.';
comment on column report.effects.created_on is 'The day it was made, in the organization’s time zone. Example: 2026-11-18';

create view report.members with (security_invoker = true) as
select m.id as id,
  m.name as name,
  m.email as email,
  m.department as department,
  r.display_name as role,
  g.name as team,
  m.status as status,
  m.joined_at as joined_at,
  (m.joined_at at time zone (select app.report_zone()))::date as joined_on
from members m
left join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
left join teams g on g.tenant_id = m.tenant_id and g.id = m.primary_team_id
where m.status <> 'removed';
comment on view report.members is 'One row for each member of the organization.';
comment on column report.members.id is 'Identifies the member.';
comment on column report.members.name is 'The name of the member. Example: Priya Shah';
comment on column report.members.email is 'The email address of the member. Example: priya@example.com';
comment on column report.members.department is 'The department of the member. Example: Finance';
comment on column report.members.role is 'The role of the member. Example: Manager';
comment on column report.members.team is 'The primary team of the member. Example: Finance';
comment on column report.members.status is 'active, invited, or suspended. Example: active';
comment on column report.members.joined_at is 'When they joined.';
comment on column report.members.joined_on is 'The day they joined, in the organization’s time zone. Example: 2026-09-01';

grant select on all tables in schema report to tl_report;
