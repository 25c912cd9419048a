import type { Role } from '@throughline/contracts/org-members'
import { texts } from '../members.texts.ts'
import { isAbove, type Rights } from './rights.ts'

/** Roles to choose from; those above one's own are shown with the reason. */
export const roleItems = (roles: readonly Role[], rights: Rights) =>
  roles.map((role) => ({
    value: role.id,
    label: role.display_name,
    ...(isAbove(role, rights) && { disabled: true, hint: texts.aboveOwn }),
  }))
