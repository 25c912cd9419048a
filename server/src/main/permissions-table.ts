import type { EndpointShape } from '@throughline/contracts/endpoint'
import {
  BUILTIN_ROLES,
  builtinRole,
  PERMISSIONS,
  type Permission,
  type RoleName,
} from '@throughline/contracts/permissions'

/** What each permission lets people do, in their words. */
export const PERMISSION_TEXTS: Record<Permission, string> = {
  'workspace.read': 'open the workspace and read its profile',
  'work.view': 'see tasks and instances of the workflows one may see',
  'work.comment': 'comment on them',
  'tasks.work': 'take, fill in and complete tasks',
  'tasks.override': 'complete, retry or skip a task that is not one’s own',
  'approvals.override': 'override an approval that is about others’ work and in which one has no vote',
  'instances.manage': 'start, change, cancel and restore instances',
  'instances.delete': 'move instances to the trash',
  'instances.narrow': 'narrow an instance to the people who take part in it',
  'workflows.view': 'see workflows and how they are built',
  'workflows.publish': 'build, change and publish workflows and forms',
  'workflows.visibility': 'limit a workflow to teams and people',
  'templates.manage': 'make and change templates',
  'integrations.view': 'see what is connected',
  'integrations.connect': 'connect one’s own accounts',
  'integrations.manage': 'change and remove the connections of the workspace',
  'integrations.secrets': 'store, replace, and remove secrets that HTTP requests send',
  'documents.view': 'see and download documents',
  'documents.manage': 'upload, change and delete documents',
  'documents.hold': 'keep documents from being deleted',
  'trash.purge': 'empty the trash before its time',
  'publishing.view': 'see forms and websites and their answers',
  'publishing.manage': 'publish forms and websites',
  'analytics.view': 'see figures about the work',
  'reports.view': 'see reports that were run',
  'reports.run': 'write and run reports',
  'members.read': 'see members, roles and teams',
  'members.manage': 'invite, change, suspend and remove members, never above one’s own role',
  'teams.manage': 'add, change and delete teams and choose who is in them',
  'org.manage': 'change the organization’s profile, logo, calendar and access rules',
  'billing.manage': 'choose and pay the plan',
  'audit.read': 'read, export and verify the audit trail',
  'security.rules': 'require two factors of everybody, let admins see all work, and keep acts of members to managers',
}

export const CELLS = { yes: '✓', no: '–' } as const

const holds = (role: RoleName, permission: Permission) => builtinRole(role)?.permissions.includes(permission) ?? false

/** Who gets past the declaration; what a call makes of the rows it names is another matter. */
export const lets = (endpoint: EndpointShape, role: RoleName): boolean =>
  endpoint.access === 'public' ||
  endpoint.access === 'respondent' ||
  endpoint.access === 'signed_in' ||
  (endpoint.access !== 'staff' && holds(role, endpoint.access))

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const titles = BUILTIN_ROLES.map((role) => role.display_name)
const marks = (has: (role: RoleName) => boolean) => BUILTIN_ROLES.map(({ name }) => (has(name) ? CELLS.yes : CELLS.no))

const ACCESS_TEXTS: Record<string, string> = {
  public: 'anybody',
  respondent: 'anybody',
  signed_in: 'signed in',
  staff: 'staff, on the admin host',
}

function callRow(endpoint: EndpointShape): string[] {
  const who = ACCESS_TEXTS[endpoint.access] ?? `\`${endpoint.access}\``
  return [`\`${endpoint.method} ${endpoint.path}\``, who, ...marks((role) => lets(endpoint, role))]
}

function permissionRow(permission: Permission): string[] {
  return [`\`${permission}\``, PERMISSION_TEXTS[permission], ...marks((role) => holds(role, permission))]
}

/** The whole of docs/permissions.md. */
export const permissionsPage = (endpoints: readonly EndpointShape[]): string => `# Permissions

Written from the declared calls and the built-in roles by [permissions-doc.ts](../server/src/main/permissions-doc.ts); every
cell of the calls is tried by a real call in [route-matrix.ts](../server/test/route-matrix.ts).

A role is a set of permissions. Nobody gives a role above their own, and somebody without a session, with an ended one, or suspended is
told to sign in by every call that is not for anybody. What belongs to another organization is not found, whatever the role. Inside an
organization, limited workflows are seen by those they name, whatever the role ([workflows](areas/workflows.md)). An
organization can keep workflows.publish, tasks.override and instances.delete from members ([org](areas/org.md)).

## Permissions and roles

${table(['permission', 'lets people', ...titles], PERMISSIONS.map(permissionRow))}

## Calls and roles

${table(['call', 'for', ...titles], endpoints.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)).map(callRow))}
`
