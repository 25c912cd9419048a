import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TenantId } from '@throughline/contracts/ids'
import { type LucideIcon, Users, UsersRound } from 'lucide-react'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { memberCountsQuery } from '../members.api.ts'
import { teamCountQuery } from '../org.api.ts'
import { spec } from '../org.texts.ts'
import { texts } from './rail.texts.ts'

export function PeopleCard({ orgId }: { orgId: TenantId }) {
  const members = useQuery(memberCountsQuery(orgId))
  const teams = useQuery(teamCountQuery(orgId))
  const { active = 0, suspended = 0, invited = 0 } = members.data ?? {}
  const { count = 0, more = false } = teams.data ?? {}
  return (
    <Card title={texts.people}>
      <ul className="p-2">
        <Row
          icon={Users}
          to="/members"
          label={spec.members}
          note={invited > 0 ? texts.invited(invited) : ''}
          pending={members.isPending}
          count={members.data && String(active + suspended)}
        />
        <Row
          icon={UsersRound}
          to="/teams"
          label={spec.teams}
          pending={teams.isPending}
          count={teams.data && (more ? texts.atLeast(count) : String(count))}
        />
      </ul>
    </Card>
  )
}

type RowProps = {
  icon: LucideIcon
  to: '/members' | '/teams'
  label: string
  note?: string
  pending: boolean
  /** Left out where it could not be had: the way there stays. */
  count: string | undefined
}

function Row({ icon: Icon, to, label, note, pending, count }: RowProps) {
  return (
    <li>
      <Link to={to} className="inset-focus flex h-9 items-center gap-2.5 rounded-sm px-3 hover:bg-surface-2">
        <Icon size={15} aria-hidden className="text-fg-3" />
        <span className="flex-1">{label}</span>
        <span className="text-xs text-fg-3">{note}</span>
        {pending ? (
          <Skeleton className="h-3 w-5" />
        ) : (
          <span translate="no" className="tnum font-medium">
            {count}
          </span>
        )}
      </Link>
    </li>
  )
}
