import { Link } from '@tanstack/react-router'
import { BUILTIN_ROLES, type BuiltinRole, PERMISSIONS, type Permission } from '@throughline/contracts/permissions'
import { Check, Minus } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { groupTitles, permissionTexts, roleNotes, texts } from '../roles.texts.ts'

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

type PermissionGroup = { title: string; permissions: Permission[] }

/** Every permission in its group; those that answer to the words, or only those in which roles differ. */
export function groupsFor(words: string, onlyDifferent: boolean): PermissionGroup[] {
  const wanted = words.trim().toLowerCase()
  const shown = PERMISSIONS.filter(
    (permission) =>
      !(onlyDifferent && sharedByAll(permission)) &&
      `${permissionTexts[permission]} ${permission}`.toLowerCase().includes(wanted),
  )
  return ORDER.map((group) => ({
    title: groupTitles[group],
    permissions: shown.filter((permission) => groupOf(permission) === group),
  })).filter(({ permissions }) => permissions.length > 0)
}

const ownTint = 'bg-[color-mix(in_oklab,var(--accent-subtle)_55%,var(--surface))]'

type RolesTableProps = {
  groups: readonly PermissionGroup[]
  /** The role of the person who looks; its column is tinted. */
  own: string
  /** People with each role, by its name, as far as known. */
  counts: Record<string, number>
}

export function RolesTable({ groups, own, counts }: RolesTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={texts.region} className="inset-focus @container min-h-0 flex-1 overflow-auto">
      <table className="w-full min-w-215 table-fixed border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="sticky top-0 z-(--z-sticky)">
          <tr>
            <th
              scope="col"
              className="border-b bg-surface px-4 pb-2.5 text-left align-bottom text-xs font-medium text-fg-3"
            >
              {texts.permission}
            </th>
            {BUILTIN_ROLES.map((role) => (
              <RoleHead key={role.name} role={role} own={role.name === own} count={counts[role.name]} />
            ))}
          </tr>
        </thead>
        {groups.map(({ title, permissions }) => (
          <tbody key={title}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={BUILTIN_ROLES.length + 1}
                className="h-8 border-b bg-surface-2 px-4 text-left text-xs font-medium text-fg-3"
              >
                {title}
              </th>
            </tr>
            {permissions.map((permission) => (
              <PermissionRow key={permission} permission={permission} own={own} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

type RoleHeadProps = { role: BuiltinRole; own: boolean; count: number | undefined }

function RoleHead({ role, own, count }: RoleHeadProps) {
  return (
    <th
      scope="col"
      className={cn(
        'w-[120px] border-b px-2 py-2.5 text-center align-top font-normal @min-[1120px]:w-[132px]',
        own ? ownTint : 'bg-surface',
      )}
    >
      <span className="flex items-center justify-center gap-1.5 text-sm font-semibold text-fg">
        <span translate="no">{role.display_name}</span>
        {own && (
          <span className="rounded-xs bg-accent-subtle px-1 text-2xs font-medium text-accent-text">{texts.you}</span>
        )}
      </span>
      <span className="mt-0.5 block text-xs leading-4 text-fg-3">{roleNotes[role.name]}</span>
      {count !== undefined && (
        <Link
          to="/members"
          search={{ role: role.name }}
          aria-label={texts.peopleWith(count, role.display_name)}
          className={cn(quietLinkClass, 'tnum mt-0.5 inline-block text-xs leading-6')}
        >
          {texts.people(count)}
        </Link>
      )}
    </th>
  )
}

function PermissionRow({ permission, own }: { permission: Permission; own: string }) {
  return (
    <tr className="h-9 hover:bg-surface-2">
      <th scope="row" className="border-b px-4 text-left font-normal">
        {permissionTexts[permission]}
        <code translate="no" className="float-right font-mono text-2xs leading-5 text-fg-3 @max-[1119px]:hidden">
          {permission}
        </code>
      </th>
      {BUILTIN_ROLES.map((role) => (
        <td key={role.name} className={cn('border-b text-center', role.name === own && ownTint)}>
          {role.permissions.includes(permission) ? (
            <span className="flex justify-center">
              <Check size={16} strokeWidth={2.4} aria-hidden className="text-accent-text" />
              <span className="sr-only">{texts.yes}</span>
            </span>
          ) : (
            <span className="flex justify-center">
              <Minus size={14} aria-hidden className="text-fg-disabled" />
              <span className="sr-only">{texts.no}</span>
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}
