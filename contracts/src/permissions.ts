/** Named permissions. A role is a set of them; `endpoint().access` names one; server and web read the same list. */
export const PERMISSIONS = [
  'workspace.read',
  'workspace.write',
  'members.read',
  'members.manage',
  'teams.manage',
  'org.manage',
  'billing.manage',
  'ownership.manage',
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

const VIEWER: Permission[] = ['workspace.read', 'members.read']
const MEMBER: Permission[] = [...VIEWER, 'workspace.write']
const MANAGER: Permission[] = [...MEMBER]
const ADMIN: Permission[] = [...MANAGER, 'teams.manage', 'members.manage', 'org.manage', 'billing.manage']

export const BUILTIN_ROLES: readonly BuiltinRole[] = [
  { name: 'owner', display_name: 'Owner', rank: 0, permissions: [...ADMIN, 'ownership.manage'] },
  { name: 'admin', display_name: 'Admin', rank: 10, permissions: ADMIN },
  { name: 'manager', display_name: 'Manager', rank: 20, permissions: MANAGER },
  { name: 'member', display_name: 'Member', rank: 30, permissions: MEMBER },
  { name: 'viewer', display_name: 'Viewer', rank: 40, permissions: VIEWER },
]

/** The specification's `is_admin`: true for Owner and Admin. */
export const isAdminRole = (role: string): boolean => role === 'owner' || role === 'admin'
