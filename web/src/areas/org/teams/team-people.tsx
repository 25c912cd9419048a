import { useInfiniteQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { SearchX, UserMinus, UsersRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { teamPeopleQuery } from '../teams.api.ts'
import { spec, texts } from '../teams.texts.ts'

/** Marks what was searched for. */
function Hit({ text, words }: { text: string; words: string }) {
  const at = words ? text.toLowerCase().indexOf(words.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[3px] bg-accent-subtle-hover text-inherit">{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  )
}

type RoleGroup = { role: string; people: Member[] }

/** They come by role, then name: neighbours with the same role are one group. */
function groupedByRole(members: readonly Member[]): RoleGroup[] {
  const groups: RoleGroup[] = []
  for (const member of members) {
    const last = groups.at(-1)
    if (last?.role === member.role.display_name) last.people.push(member)
    else groups.push({ role: member.role.display_name, people: [member] })
  }
  return groups
}

type TeamPeopleProps = {
  orgId: TenantId
  team: Team
  words: string
  /** Absent for those who may only read. */
  onRemove: ((member: Member) => void) | undefined
}

/** Members of one team under the names of their roles, mightiest first; more are fetched towards the end. */
export function TeamPeople({ orgId, team, words, onRemove }: TeamPeopleProps) {
  const people = useInfiniteQuery(teamPeopleQuery(orgId, team.id, words))
  const { hasNextPage, isFetching, fetchNextPage } = people
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetching) return undefined
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage())
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [hasNextPage, isFetching, fetchNextPage])

  if (people.isPending) return <PeopleLoading />
  if (people.isError && !people.data) return <QueryFailed query={people} title={spec.peopleFailed} />
  const members = people.data.pages.flatMap((page) => page.data)
  if (members.length === 0 && !hasNextPage)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
      <div role="status">
        <Empty icon={words ? SearchX : UsersRound} title={words ? spec.noMatch(words) : spec.nobody} />
      </div>
    )
  const groups = groupedByRole(members)
  return (
    <>
      {groups.map(({ role, people: some }, position) => (
        <section key={role} aria-label={role} className="pt-2">
          <h3 translate="no" className="flex h-7 items-center gap-2 px-2 text-xs font-medium tracking-normal text-fg-3">
            <Hit text={role} words={words} />
            {!(hasNextPage && position === groups.length - 1) && <span className="tnum">{some.length}</span>}
          </h3>
          <ul>
            {some.map((member) => (
              <Person key={member.id} member={member} words={words} onRemove={onRemove} />
            ))}
          </ul>
        </section>
      ))}
      <div ref={end} />
    </>
  )
}

type PersonProps = Pick<TeamPeopleProps, 'words' | 'onRemove'> & { member: Member }

function Person({ member, words, onRemove }: PersonProps) {
  const { name, email, photo, status } = member
  return (
    <li className="group flex h-12 items-center gap-3 rounded-md px-2 hover:bg-surface-2">
      <Avatar name={name} src={photo ?? undefined} size={30} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span translate="no" className="truncate font-medium">
            <Hit text={name} words={words} />
          </span>
          {status !== 'active' && (
            <span className="shrink-0 rounded-xs bg-surface-3 px-1 text-2xs text-fg-2">
              {texts.panel.statuses[status]}
            </span>
          )}
        </span>
        <span translate="no" className="block truncate text-xs text-fg-3">
          <Hit text={email} words={words} />
        </span>
      </span>
      {onRemove && (
        <IconButton
          label={texts.panel.removePerson(name)}
          icon={UserMinus}
          onClick={() => onRemove(member)}
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </li>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

function PeopleLoading() {
  return (
    <Loading label={texts.loadingPeople} className="space-y-3 px-2 pt-4">
      {PLACES.map((place) => (
        <div key={place} className="flex h-9 items-center gap-3">
          <Skeleton round className="size-7.5" />
          <div className="flex-1 space-y-2">
            <Skeleton round className="h-2.5 w-32" />
            <Skeleton round className="h-2 w-44" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
