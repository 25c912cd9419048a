import { QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  DocumentId,
  ExportId,
  InstanceId,
  MemberId,
  MessageId,
  TaskId,
  TeamId,
  TenantId,
  WorkflowId,
} from '@throughline/contracts/ids'
import type { LiveFrame } from '@throughline/contracts/live'
import { expect, test } from 'vitest'
import { auditQuery } from '../areas/audit/audit.api.ts'
import { olderPaymentsQuery, ownSubscriptionQuery } from '../areas/billing/billing.api.ts'
import { calendarQuery } from '../areas/calendar/calendar.api.ts'
import { commentsQuery, mentionableQuery } from '../areas/comments/comments.api.ts'
import {
  documentQuery,
  documentsQuery,
  groupsQuery,
  newestDocumentsQuery,
  workflowCountsQuery,
} from '../areas/documents/documents.api.ts'
import { bytesQuery, previewQuery } from '../areas/documents/preview/preview.api.ts'
import {
  versionQuery as formVersionQuery,
  versionsQuery as formVersionsQuery,
  recentResponsesQuery,
  usedIdsQuery,
} from '../areas/forms/builder.api.ts'
import { formQuery, formsQuery } from '../areas/forms/forms.api.ts'
import {
  labelsQuery,
  countsQuery as messageCountsQuery,
  messageQuery,
  messagesQuery,
} from '../areas/inbox/inbox.api.ts'
import {
  clientsQuery,
  filesQuery,
  instanceQuery,
  instancesQuery,
  participantsQuery,
  startedQuery,
  startFormQuery,
  traceQuery,
  workflowInstancesQuery,
} from '../areas/instances/instances.api.ts'
import { catalogueQuery, secretsQuery } from '../areas/integrations/integrations.api.ts'
import { memberChoicesQuery, memberCountsQuery, membersQuery, rolesQuery } from '../areas/org/members.api.ts'
import { organizationQuery, subscriptionQuery, teamCountQuery } from '../areas/org/org.api.ts'
import { teamPeopleQuery, teamsQuery } from '../areas/org/teams.api.ts'
import { reportQuery, reportsQuery, runsQuery } from '../areas/reports/reports.api.ts'
import { startableQuery, startsQuery } from '../areas/starts/starts.api.ts'
import { openWorkQuery } from '../areas/tasks/task-acts.api.ts'
import { boardQuery, columnQuery, countsQuery, taskQuery, tasksQuery } from '../areas/tasks/tasks.api.ts'
import { websiteQuery, websitesQuery, websiteVersionsQuery } from '../areas/websites/websites.api.ts'
import { recentValuesQuery, versionQuery, versionsQuery, workflowQuery } from '../areas/workflows/builder.api.ts'
import { templatesQuery } from '../areas/workflows/templates/templates.api.ts'
import { workflowChoicesQuery, workflowsQuery } from '../areas/workflows/workflows.api.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { exportQuery } from '../shared/exports.ts'
import { uploadsKey } from '../shared/uploads/uploads.keys.ts'
import { LIVE_AREAS, queriesOf } from './live-queries.ts'
import { workspacesQuery } from './shell/workspaces.ts'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const ORG = TenantId.parse(id(1))
const MEMBER = MemberId.parse(id(2))
const TEAM = TeamId.parse(id(3))
const [MESSAGE, OTHER_MESSAGE] = [MessageId.parse(id(4)), MessageId.parse(id(5))]
/** What changes, and something else of its kind that has nothing to do with it. */
const [TASK, SIBLING, OTHER_TASK] = [TaskId.parse(id(11)), TaskId.parse(id(12)), TaskId.parse(id(13))]
const [INSTANCE, PARENT, OTHER_INSTANCE] = [
  InstanceId.parse(id(21)),
  InstanceId.parse(id(22)),
  InstanceId.parse(id(23)),
]
const [FILE, OTHER_FILE] = [DocumentId.parse(id(31)), DocumentId.parse(id(32))]
const [WORKFLOW, CALLER, OTHER_WORKFLOW] = [
  WorkflowId.parse(id(41)),
  WorkflowId.parse(id(42)),
  WorkflowId.parse(id(43)),
]

const [EXPORT, OTHER_EXPORT] = [ExportId.parse(id(61)), ExportId.parse(id(62))]
const [FORM, OTHER_FORM] = [id(61), id(62)]
const [REPORT, OTHER_REPORT] = [id(71), id(72)]
const WEBSITE = id(63)

type Answer = [name: string, query: { queryKey: QueryKey }, data?: unknown]

/** Everything that pages read, by what it shows; with as much of the answer as says what it names. */
const ANSWERS: Answer[] = [
  ['task list', tasksQuery({ status: 'pending_only' })],
  ['task list of the workflow', tasksQuery({ workflow: WORKFLOW })],
  ['task list of another workflow', tasksQuery({ workflow: OTHER_WORKFLOW })],
  ['task list of the instance', tasksQuery({ instance: INSTANCE })],
  ['task list of another instance', tasksQuery({ instance: OTHER_INSTANCE })],
  ['calendar', calendarQuery('2026-11-02', '2026-11-08', {})],
  ['task board', boardQuery({})],
  ['task column', columnQuery({}, 'pending', null)],
  ['task counts', countsQuery],
  ['open work of a member', openWorkQuery(MEMBER)],
  ['task', taskQuery(TASK), { id: TASK, workflow_instance: INSTANCE }],
  ['task of the same instance', taskQuery(SIBLING), { id: SIBLING, workflow_instance: INSTANCE }],
  ['task elsewhere', taskQuery(OTHER_TASK), { id: OTHER_TASK, workflow_instance: OTHER_INSTANCE }],

  ['comments on the task', commentsQuery({ kind: 'task', id: TASK })],
  ['comments on the instance', commentsQuery({ kind: 'instance', id: INSTANCE })],
  ['comments on the file', commentsQuery({ kind: 'document', id: FILE })],
  ['comments elsewhere', commentsQuery({ kind: 'task', id: OTHER_TASK })],
  ['people to name on the instance', mentionableQuery({ kind: 'instance', id: INSTANCE }, 'a')],
  ['people to name on the file', mentionableQuery({ kind: 'document', id: FILE }, 'a')],

  ['file list', documentsQuery({ view: 'recent' })],
  ['file list of the task', documentsQuery({ task: TASK })],
  ['file list of another task', documentsQuery({ task: OTHER_TASK })],
  ['newest files', newestDocumentsQuery],
  ['files by status', groupsQuery('status', { workflow: WORKFLOW })],
  ['files by workflow', workflowCountsQuery([WORKFLOW, OTHER_WORKFLOW])],
  ['file', documentQuery(FILE), { id: FILE, task_id: TASK, instance_id: INSTANCE, workflow_id: WORKFLOW }],
  ['preview', previewQuery(FILE, 2), { preview: { kind: 'none', reason: 'waiting' } }],
  ['file elsewhere', documentQuery(OTHER_FILE), { id: OTHER_FILE, workflow_id: OTHER_WORKFLOW }],
  ['preview elsewhere', previewQuery(OTHER_FILE, undefined), { preview: { kind: 'none', reason: 'waiting' } }],
  ['bytes', bytesQuery(FILE, 2)],
  ['upload', { queryKey: [...uploadsKey, 'one', FILE, 'sent'] }, { document: { id: FILE, instance_id: INSTANCE } }],
  ['upload beside it', { queryKey: [...uploadsKey, 'one', OTHER_FILE, 'sent'] }, { instance_id: INSTANCE }],

  ['instance list', instancesQuery({ sort: 'newest' })],
  ['instances one started', startedQuery],
  ['instances of the workflow', workflowInstancesQuery(WORKFLOW, { sort: 'newest' })],
  ['instances of another workflow', workflowInstancesQuery(OTHER_WORKFLOW, { sort: 'newest' })],
  ['instances that wait for it', workflowInstancesQuery(CALLER, { sort: 'newest' }), [{ waiting: INSTANCE }]],
  ['start form', startFormQuery(WORKFLOW)],
  ['instance', instanceQuery(INSTANCE), { id: INSTANCE, children: [] }],
  ['trace', traceQuery(INSTANCE, 'all')],
  ['files of the instance', filesQuery(INSTANCE)],
  ['participants', participantsQuery(INSTANCE)],
  ['instance that started it', instanceQuery(PARENT), { id: PARENT, children: [{ id: INSTANCE }] }],
  ['instance elsewhere', instanceQuery(OTHER_INSTANCE), { id: OTHER_INSTANCE, children: [] }],
  ['clients', clientsQuery('')],

  ['export', exportQuery(EXPORT)],
  ['export elsewhere', exportQuery(OTHER_EXPORT)],

  ['messages', messagesQuery({ label: 'inbox', unread: false, type: 'all' })],
  ['message counts', messageCountsQuery],
  ['labels', labelsQuery],
  ['message', messageQuery(MESSAGE), { id: MESSAGE, entities: [{ entityId: TASK }, { entityId: INSTANCE }] }],
  ['message about something else', messageQuery(OTHER_MESSAGE), { id: OTHER_MESSAGE, entities: [] }],

  ['workflow list', workflowsQuery({ status: 'all', sort: 'name' })],
  ['workflow choices', workflowChoicesQuery('')],
  ['workflow', workflowQuery(WORKFLOW), { id: WORKFLOW }],
  ['versions', versionsQuery(WORKFLOW)],
  ['ways to start', startsQuery(WORKFLOW)],
  ['what starts are judged by', startableQuery(WORKFLOW)],
  ['version', versionQuery(WORKFLOW, 1)],
  ['values for a preview', recentValuesQuery(WORKFLOW, 'pay', ['amount'])],
  ['workflow that calls it', workflowQuery(CALLER), { id: CALLER, refs: { workflows: [{ id: WORKFLOW }] } }],
  ['workflow elsewhere', workflowQuery(OTHER_WORKFLOW), { id: OTHER_WORKFLOW }],

  ['form list', formsQuery({ status: 'all', sort: 'response' })],
  ['form', formQuery(FORM), { id: FORM }],
  ['versions of the form', formVersionsQuery(FORM)],
  ['version of the form', formVersionQuery(FORM, 1)],
  ['responses of the form', recentResponsesQuery(FORM)],
  ['ids of the form', usedIdsQuery(FORM)],
  ['form elsewhere', formQuery(OTHER_FORM), { id: OTHER_FORM }],

  ['reports', reportsQuery(1)],
  ['report', reportQuery(REPORT), { id: REPORT }],
  ['runs of the report', runsQuery(REPORT)],
  ['report elsewhere', reportQuery(OTHER_REPORT), { id: OTHER_REPORT }],
  ['website list', websitesQuery({ status: 'all' })],
  ['website', websiteQuery(WEBSITE), { id: WEBSITE }],
  ['versions of the website', websiteVersionsQuery(WEBSITE)],

  ['members', membersQuery(ORG, {})],
  ['member counts', memberCountsQuery(ORG)],
  ['member choices', memberChoicesQuery(ORG, '')],
  ['roles', rolesQuery(ORG)],
  ['teams', teamsQuery(ORG)],
  ['team count', teamCountQuery(ORG)],
  ['people of a team', teamPeopleQuery(ORG, TEAM, '')],
  ['organization', organizationQuery(ORG)],
  ['subscription', subscriptionQuery],
  ['payments', ownSubscriptionQuery],
  ['older payments', olderPaymentsQuery('cursor')],
  ['secrets', secretsQuery],
  ['tools', catalogueQuery],
  ['signed in', currentUserQuery],
  ['workspaces', workspacesQuery],

  // These do not follow frames: the audit log asks for its newest rows every few seconds.
  ['audit log', auditQuery(ORG, {})],
  ['templates', templatesQuery({ sort: 'name' })],
]

const TASK_LISTS = [
  'task list',
  'task list of the workflow',
  'task list of the instance',
  'task board',
  'task column',
  'task counts',
  'open work of a member',
]
const FILE_LISTS = ['file list', 'file list of the task', 'newest files', 'files by status', 'files by workflow']
const INSTANCE_PAGE = [
  'instance',
  'trace',
  'files of the instance',
  'participants',
  // It shows the instance as one that it has started.
  'instance that started it',
  // It shows how what it is about stands.
  'message',
]
const ON_TASK = ['comments on the task', 'comments on the instance', 'people to name on the instance']
const MEMBER_LISTS = ['members', 'member counts', 'member choices', 'roles', 'teams', 'team count', 'people of a team']

const REACHED: [frame: LiveFrame, ...names: string[]][] = [
  [
    { type: 'task.changed', id: TASK, instance: INSTANCE, workflow: WORKFLOW },
    'calendar',
    ...TASK_LISTS,
    'task',
    'task of the same instance',
    ...ON_TASK,
    ...FILE_LISTS,
    'file',
    'preview',
    ...INSTANCE_PAGE,
  ],
  [
    { type: 'instance.turned', id: INSTANCE, workflow: WORKFLOW },
    'calendar',
    'comments on the instance',
    'people to name on the instance',
    // An instance frame does not say which of its tasks changed: a list of one of them may show it.
    ...FILE_LISTS,
    'file list of another task',
    'file',
    'preview',
    'instance list',
    'instances one started',
    'instances of the workflow',
    'instances that wait for it',
    'start form',
    ...INSTANCE_PAGE,
    'clients',
  ],
  [
    { type: 'document.changed', id: FILE, task: TASK, instance: INSTANCE, workflow: WORKFLOW },
    'task',
    'task of the same instance',
    ...ON_TASK,
    'comments on the file',
    'people to name on the file',
    ...FILE_LISTS,
    'file',
    'preview',
    'upload',
    ...INSTANCE_PAGE,
    'clients',
  ],
  // Files are told of another name of their workflow.
  [
    { type: 'document.changed', id: OTHER_WORKFLOW },
    ...FILE_LISTS,
    'file list of another task',
    'file elsewhere',
    'preview elsewhere',
    'clients',
  ],
  [
    { type: 'workflow.published', id: WORKFLOW },
    'start form',
    'workflow list',
    'workflow choices',
    'workflow',
    'versions',
    'ways to start',
    'what starts are judged by',
    'version',
    'values for a preview',
    'workflow that calls it',
  ],
  // Saving a draft asks for nothing else.
  [{ type: 'workflow.draft', id: WORKFLOW }, 'workflow list', 'workflow'],
  // A run of a schedule changes nothing of the workflow itself.
  [{ type: 'workflow.starts', id: WORKFLOW }, 'calendar', 'ways to start'],
  [
    { type: 'form.published', id: FORM },
    'form list',
    'form',
    'versions of the form',
    'version of the form',
    'responses of the form',
    'ids of the form',
  ],
  [{ type: 'form.draft', id: FORM }, 'form list', 'form'],
  [{ type: 'report.running', id: REPORT }, 'reports', 'report', 'runs of the report'],
  [{ type: 'person.approved', id: id(54) }, 'signed in'],
  [{ type: 'website.published', id: WEBSITE }, 'website list', 'website', 'versions of the website'],
  [{ type: 'member.invited', id: MEMBER }, ...MEMBER_LISTS, 'signed in'],
  [{ type: 'team.changed', id: TEAM }, ...MEMBER_LISTS],
  [{ type: 'organization.changed', id: ORG }, 'organization', 'signed in', 'workspaces'],
  [{ type: 'subscription.changed', id: ORG }, 'subscription', 'payments', 'older payments', 'signed in'],
  [{ type: 'message.changed', id: MESSAGE }, 'messages', 'message counts', 'labels', 'message'],
  [{ type: 'export.ready', id: EXPORT }, 'export'],
  [{ type: 'secret.added', id: id(51) }, 'secrets'],
  [{ type: 'tool.added', id: id(52) }, 'tools'],
  [{ type: 'connection.removed', id: id(53) }, 'tools'],
  [{ type: 'template.changed', id: id(52) }],
]

const hashOf = (client: QueryClient, queryKey: QueryKey) => client.getQueryCache().find({ queryKey })?.queryHash

function known(): QueryClient {
  const client = new QueryClient()
  for (const [, { queryKey }, data = []] of ANSWERS) client.setQueryData(queryKey, data)
  return client
}

test.each(REACHED.map(([frame, ...names]) => ({ frame, names })))('$frame.type reaches what it changes', (row) => {
  const client = known()
  const nameOf = new Map(ANSWERS.map(([name, { queryKey }]) => [hashOf(client, queryKey), name]))
  const reached = queriesOf(row.frame, client).map(({ queryHash }) => nameOf.get(queryHash))
  expect(new Set(reached)).toEqual(new Set(row.names))
})

test('nothing that frames can reach is missing from the table', () => {
  const areas = new Set(ANSWERS.map(([, { queryKey }]) => queryKey[0]))
  expect([...LIVE_AREAS].filter((area) => !areas.has(area))).toEqual([])
})

test('what is being read for the first time is reached, since nobody knows yet what it will name', () => {
  const client = new QueryClient()
  const frame = { type: 'document.changed', id: FILE, instance: INSTANCE }
  const { queryKey } = instanceQuery(PARENT)
  void client.prefetchQuery({ queryKey, queryFn: () => new Promise(() => undefined) })
  void client.prefetchQuery({
    queryKey: [...uploadsKey, 'one', OTHER_FILE],
    queryFn: () => new Promise(() => undefined),
  })
  expect(queriesOf(frame, client).map((query) => query.queryKey)).toEqual([queryKey])
})
