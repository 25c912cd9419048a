import type { Member } from '@throughline/contracts/org-members'
import { memo } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { Select } from '../../../ui/select.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { spec, texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { actsOn } from './rights.ts'
import { roleItems } from './role-items.ts'

type CellProps = { member: Member }

export const NameCell = memo(function NameCell({ member }: CellProps) {
  const { rights } = useMembers()
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={member.name} src={member.photo ?? undefined} size={24} className="@max-[479px]:hidden" />
      <span translate="no" className="min-w-0">
        <span className={cn('block truncate font-medium', member.status === 'suspended' && 'text-fg-3')}>
          {member.name}
        </span>
        <span className="block truncate text-xs text-fg-3 @min-[720px]:hidden">{member.email}</span>
      </span>
      {member.id === rights.self && (
        <span className="shrink-0 rounded-xs bg-surface-3 px-1 text-2xs text-fg-2">{texts.you}</span>
      )}
    </span>
  )
})

export const RoleCell = memo(function RoleCell({ member }: CellProps) {
  const { rights, roles, acts } = useMembers()
  if (!rights.manage) return <PlainRole member={member} />
  if (!actsOn(member, rights).has('role'))
    return (
      <Tooltip label={texts.outranked(member.role.display_name)}>
        <span>
          <PlainRole member={member} />
        </span>
      </Tooltip>
    )
  return (
    <span translate="no" className="flex min-w-0">
      <Select
        quiet
        label={texts.roleOf(member.name)}
        value={member.role.id}
        items={roleItems(roles, rights)}
        onChange={(id) => {
          const role = roles.find((each) => each.id === id)
          if (role && role.id !== member.role.id) void acts.changeRole(member, role)
        }}
        className="-ml-2"
      />
    </span>
  )
})

function PlainRole({ member }: CellProps) {
  return (
    <span translate="no" className="text-fg-2">
      {member.role.display_name}
    </span>
  )
}

const NO_TEAM = 'none'

export const TeamCell = memo(function TeamCell({ member }: CellProps) {
  const { rights, teams, acts } = useMembers()
  const further = member.teams.filter(({ id }) => id !== member.team?.id)
  if (!rights.manage)
    return (
      <span className="flex min-w-0 items-center gap-2 text-fg-2">
        <span translate="no" className="truncate">
          {member.team?.name ?? spec.noTeam}
        </span>
        {further.length > 0 && (
          <Tooltip label={texts.alsoIn(further.map(({ name }) => name).join(', '))}>
            <span className="shrink-0 rounded-xs bg-surface-3 px-1 text-2xs">{texts.further(further.length)}</span>
          </Tooltip>
        )}
      </span>
    )
  return (
    <span translate="no" className="flex min-w-0 items-center gap-1">
      <Select
        quiet
        label={texts.teamOf(member.name)}
        value={member.team?.id ?? NO_TEAM}
        items={[{ value: NO_TEAM, label: spec.noTeam }, ...teams.map((team) => ({ value: team.id, label: team.name }))]}
        onChange={(id) => {
          const team = teams.find((each) => each.id === id) ?? null
          if (team?.id !== member.team?.id) void acts.changeTeam(member, team)
        }}
        className="-ml-2 min-w-0"
      />
      {further.length > 0 && <FurtherTeams member={member} names={further.map(({ name }) => name)} />}
    </span>
  )
})

function FurtherTeams({ member, names }: CellProps & { names: string[] }) {
  const { openDialog } = useMembers()
  return (
    <Tooltip label={texts.alsoIn(names.join(', '))}>
      <button
        type="button"
        aria-label={texts.furtherTeams(member.name, names.length)}
        onClick={() => openDialog({ kind: 'teams', member })}
        className="inset-focus grid h-6 min-w-6 shrink-0 place-items-center rounded-xs px-1 text-2xs text-fg-2"
      >
        <span className="rounded-xs bg-surface-3 px-1 leading-4 hover:bg-neutral-line">
          {texts.further(names.length)}
        </span>
      </button>
    </Tooltip>
  )
}
