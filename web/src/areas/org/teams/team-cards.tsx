import { Link } from '@tanstack/react-router'
import type { Team } from '@throughline/contracts/org-teams'
import type { ReactNode } from 'react'
import type { List } from '../../../shared/list-page/use-list.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../teams.texts.ts'
import { teamSearch } from './team-search.ts'

const SHOWN = 4

/** The first few of a team and how many more there are. Decorative: the number stands beside it. */
export function Faces({ team, size = 26 }: { team: Team; size?: number }) {
  const shown = team.faces.slice(0, SHOWN)
  const rest = team.count - shown.length
  if (team.count === 0) return null
  return (
    <span aria-hidden className="flex items-center gap-1">
      {shown.map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={size} />
      ))}
      {rest > 0 && (
        <span
          style={{ width: size, height: size }}
          className="tnum grid place-items-center rounded-full bg-surface-3 text-2xs font-semibold text-fg-2"
        >
          {texts.more(rest)}
        </span>
      )}
    </span>
  )
}

export type TeamListProps = {
  list: List<Team>
  /** Empty for those who may only read. */
  menu: (team: Team) => ReactNode
}

export function TeamCards({ list, menu }: TeamListProps) {
  return (
    <ul className="grid grid-cols-1 gap-3 p-4 @min-[560px]:grid-cols-2 @min-[940px]:grid-cols-3">
      {list.rows.map((team) => (
        <TeamCard key={team.id} team={team} open={team.id === list.current} menu={menu(team)} />
      ))}
    </ul>
  )
}

function TeamCard({ team, open, menu }: { team: Team; open: boolean; menu: ReactNode }) {
  return (
    <li
      data-row={team.id}
      className={cn(
        'card relative flex min-h-36 flex-col rounded-lg border bg-card p-4 shadow-xs hover:border-line-strong',
        open && 'border-accent ring-1 ring-accent hover:border-accent',
      )}
    >
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 text-md">
          <Link
            to="/teams"
            search={(search) => teamSearch({ ...search, team: team.id })}
            data-main
            aria-expanded={open}
            translate="no"
            className="block truncate after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {team.name}
          </Link>
        </h2>
        {menu && <span className="-mt-0.5 -mr-1.5">{menu}</span>}
      </div>
      <p className={cn('mt-0.5 line-clamp-2 min-h-10 text-sm', team.description ? 'text-fg-2' : 'text-fg-3')}>
        {team.description ? <span translate="no">{team.description}</span> : texts.noDescription}
      </p>
      <div className="mt-auto flex items-center gap-2.5 pt-3">
        <Faces team={team} />
        <span className="tnum text-sm text-fg-2">{texts.members(team.count)}</span>
      </div>
    </li>
  )
}
