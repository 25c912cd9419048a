import { BUILTIN_ROLES, PERMISSIONS, type Permission } from '@throughline/contracts/permissions'
import { groupTitles, permissionWords } from '../roles.texts.ts'

type Group = keyof typeof groupTitles

/** By the part before the dot. */
const GROUP_OF: Record<string, Group> = {
  work: 'work',
  tasks: 'work',
  approvals: 'work',
  instances: 'work',
  workflows: 'workflows',
  templates: 'workflows',
  integrations: 'workflows',
  documents: 'documents',
  trash: 'documents',
  publishing: 'documents',
  analytics: 'insights',
  reports: 'insights',
}
const ORDER: Group[] = ['work', 'workflows', 'documents', 'insights', 'organization']

const groupOf = (permission: Permission): Group => GROUP_OF[permission.split('.')[0] ?? ''] ?? 'organization'

const sharedByAll = (permission: Permission) => BUILTIN_ROLES.every((role) => role.permissions.includes(permission))

export type PermissionGroup = { title: string; permissions: Permission[] }

/** Every permission in its group; those that answer to the words, or only those in which roles differ. */
export function groupsFor(words: string, onlyDifferent: boolean): PermissionGroup[] {
  const wanted = words.trim().toLowerCase()
  const shown = PERMISSIONS.filter(
    (permission) =>
      !(onlyDifferent && sharedByAll(permission)) &&
      `${permissionWords[permission]} ${permission}`.toLowerCase().includes(wanted),
  )
  return ORDER.map((group) => ({
    title: groupTitles[group],
    permissions: shown.filter((permission) => groupOf(permission) === group),
  })).filter(({ permissions }) => permissions.length > 0)
}
