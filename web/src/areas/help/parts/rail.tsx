import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import { ArrowUpRight, Keyboard, MessageSquareHeart } from 'lucide-react'
import { can } from '../../../shared/current-user.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { membersQuery, named, rolesQuery } from '../../org/members.api.ts'
import { texts } from '../help.texts.ts'
import { type HelpAddress, topicAt } from '../topics.ts'

const row =
  'inset-focus flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 text-sm hover:bg-surface-2 max-[759px]:min-h-11'

export type CameFrom = { title: string; address: HelpAddress }

type RailProps = {
  user: CurrentUser
  from: CameFrom | undefined
  onFollow: (address: string) => void
  onShortcuts: () => void
}

/** What may help beside the topics: those of the screen one came from, people, keys. */
export function Rail({ user, from, onFollow, onShortcuts }: RailProps) {
  return (
    <>
      {from && <OnThisScreen from={from} onFollow={onFollow} />}
      <Card title={texts.askSomeone}>
        <div className="grid gap-3 px-5 py-4">
          {user.organization_id && can(user, 'members.read') && (
            <Admins orgId={user.organization_id} self={user.member_id} />
          )}
          <Link to="/feedback" className={buttonClass({ size: 'sm', className: 'mt-1 justify-self-start' })}>
            <MessageSquareHeart size={14} aria-hidden />
            {texts.feedback}
          </Link>
        </div>
      </Card>
      <Card title={texts.more}>
        <div className="px-2 py-2">
          <button type="button" onClick={onShortcuts} className={row}>
            <Keyboard size={15} aria-hidden className="text-fg-3" />
            <span className="flex-1 text-left">{texts.shortcuts}</span>
            <Kbd>?</Kbd>
          </button>
        </div>
      </Card>
    </>
  )
}

function OnThisScreen({ from, onFollow }: { from: CameFrom; onFollow: RailProps['onFollow'] }) {
  return (
    <Card title={texts.onThisScreen} note={texts.cameFrom(from.title)}>
      <ul className="px-2 py-2">
        {topicAt(from.address)?.sections.map(({ address, title }) => (
          <li key={address}>
            <Link to="/help" hash={address} onClick={() => onFollow(address)} className={row}>
              <span className="min-w-0 flex-1">{title}</span>
              <ArrowUpRight size={13} aria-hidden className="shrink-0 text-fg-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const MAX_SHOWN = 3

/** Who can help in the organisation: admins, else owners. */
function Admins({ orgId, self }: { orgId: TenantId; self: string }) {
  const roles = useQuery(rolesQuery(orgId))
  const role = ['admin', 'owner']
    .map((name) => roles.data?.find((one) => one.name === name && one.count > 0))
    .find((one) => one !== undefined)
  const members = useInfiniteQuery({
    ...membersQuery(orgId, { status: 'active', role_id: role?.id }),
    enabled: role !== undefined,
  })
  const failed = [roles, members].find(({ isError }) => isError)
  if (failed)
    return (
      <p className="text-sm text-fg-2">
        {texts.peopleFailed}{' '}
        <Button size="sm" variant="ghost" onClick={() => void failed.refetch()}>
          {texts.tryAgain}
        </Button>
      </p>
    )
  const people = members.data && named(members.data.pages.flatMap(({ data }) => data)).filter(({ id }) => id !== self)
  if (people) return people.slice(0, MAX_SHOWN).map((member) => <Person key={member.id} member={member} />)
  return (
    <Loading label={texts.loadingPeople}>
      <Skeleton className="h-7 w-40" />
    </Loading>
  )
}

function Person({ member: { name, photo, role, team } }: { member: Member }) {
  return (
    <p className="flex items-center gap-2.5">
      <Avatar name={name} src={photo ?? undefined} size={28} />
      <span translate="no" className="min-w-0 leading-tight">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-fg-3">
          {team ? texts.roleAndTeam(role.display_name, team.name) : role.display_name}
        </span>
      </span>
    </p>
  )
}
