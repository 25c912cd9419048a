/**
 * Named permissions of all areas. A role is a set of them; `endpoint().access` names one; server and web read the same
 * list. Where the specification shows no role check, Member has the permission.
 */
export const PERMISSIONS = [
  'workspace.read',
  'work.view',
  'work.comment',
  'tasks.work',
  'tasks.override',
  'approvals.override',
  'instances.manage',
  'instances.delete',
  'instances.narrow',
  'workflows.view',
  'workflows.publish',
  'workflows.visibility',
  'templates.manage',
  'integrations.view',
  'integrations.connect',
  'integrations.manage',
  'integrations.secrets',
  'documents.view',
  'documents.manage',
  'documents.hold',
  'trash.purge',
  'publishing.view',
  'publishing.manage',
  'analytics.view',
  'reports.view',
  'reports.run',
  'members.read',
  'members.manage',
  'teams.manage',
  'org.manage',
  'billing.manage',
  'audit.read',
  'security.rules',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export const ROLE_NAMES = ['owner', 'admin', 'manager', 'member', 'viewer'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

export interface BuiltinRole {
  name: RoleName
  display_name: string
  /** Lower is mightier; nobody grants a role mightier than their own. */
  rank: number
  permissions: readonly Permission[]
}

const VIEWER: Permission[] = [
  'workspace.read',
  'work.view',
  'work.comment',
  'workflows.view',
  'integrations.view',
  'documents.view',
  'publishing.view',
  'analytics.view',
  'reports.view',
  'members.read',
]
const MEMBER: Permission[] = [
  ...VIEWER,
  'tasks.work',
  'tasks.override',
  'instances.manage',
  'instances.delete',
  'workflows.publish',
  'templates.manage',
  'integrations.connect',
  'integrations.manage',
  'documents.manage',
  'publishing.manage',
  'reports.run',
]
const MANAGER: Permission[] = [
  ...MEMBER,
  'integrations.secrets',
  'approvals.override',
  'instances.narrow',
  'workflows.visibility',
  'trash.purge',
]
const ADMIN: Permission[] = [
  ...MANAGER,
  'documents.hold',
  'members.manage',
  'teams.manage',
  'org.manage',
  'billing.manage',
  'audit.read',
]
const OWNER: Permission[] = [...ADMIN, 'security.rules']

export const BUILTIN_ROLES: readonly BuiltinRole[] = [
  { name: 'owner', display_name: 'Owner', rank: 0, permissions: OWNER },
  { name: 'admin', display_name: 'Admin', rank: 10, permissions: ADMIN },
  { name: 'manager', display_name: 'Manager', rank: 20, permissions: MANAGER },
  { name: 'member', display_name: 'Member', rank: 30, permissions: MEMBER },
  { name: 'viewer', display_name: 'Viewer', rank: 40, permissions: VIEWER },
]

export const builtinRole = (name: string): BuiltinRole | undefined => BUILTIN_ROLES.find((role) => role.name === name)

/** The specification's `is_admin`: true for Owner and Admin. */
export const isAdminRole = (role: string): boolean => role === 'owner' || role === 'admin'

/** The rules by which an organisation keeps a permission of members to managers and above. */
export const MANAGERS_RULES = [
  { rule: 'managers_publish', permission: 'workflows.publish' },
  { rule: 'managers_override', permission: 'tasks.override' },
  { rule: 'managers_delete', permission: 'instances.delete' },
] as const satisfies { rule: string; permission: Permission }[]

export type ManagersRule = (typeof MANAGERS_RULES)[number]['rule']
