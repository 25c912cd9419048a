import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import { SearchX, UserPlus, Users } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Centred, Said } from './members/centred.tsx'
import { MemberDialogs } from './members/member-dialogs.tsx'
import { MemberFilters, totalOf } from './members/member-filters.tsx'
import { MembersBulk } from './members/members-bulk.tsx'
import { type Asked, MembersContext } from './members/members-context.ts'
import { MembersLoading } from './members/members-loading.tsx'
import { MembersTable } from './members/members-table.tsx'
import { NoOrganization } from './members/no-organization.tsx'
import { PeopleTabs } from './members/people-tabs.tsx'
import { reasonOf } from './members/reason.ts'
import { rightsOf } from './members/rights.ts'
import { useMemberActs } from './members/use-member-acts.ts'
import { useMemberSearch } from './members/use-member-search.ts'
import { memberCountsQuery, membersQuery, rolesQuery } from './members.api.ts'
import { spec, texts } from './members.texts.ts'
import { teamsQuery } from './teams.api.ts'

export function MembersScreen() {
  const user = useCurrentUser()
  if (!user) return null
  const { organization_id: orgId } = user
  return orgId ? <Members user={user} orgId={orgId} /> : <NoOrganization icon={Users} title={spec.title} />
}

const NOBODY: ReadonlySet<string> = new Set()

function Members({ user, orgId }: { user: CurrentUser; orgId: TenantId }) {
  const { search, change, clear, filtered } = useMemberSearch()
  const { data: roles = [], isPending: rolesPending } = useQuery(rolesQuery(orgId))
  const { data: teams = [], isPending: teamsPending } = useQuery(teamsQuery(orgId))
  const { data: counts } = useQuery(memberCountsQuery(orgId))
  const role = search.role === undefined ? undefined : roles.find(({ name }) => name === search.role)
  const list = useInfiniteQuery({
    ...membersQuery(orgId, {
      search: search.q,
      status: search.status,
      role_id: role?.id,
      team_id: teams.find(({ id }) => id === search.team)?.id,
    }),
    enabled: (search.role === undefined || !rolesPending) && (search.team === undefined || !teamsPending),
  })
  const members = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])

  const [asked, ask] = useState<Asked>()
  const [chosen, choose] = useState(NOBODY)
  const selected = useMemo(() => members.filter(({ id }) => chosen.has(id)), [members, chosen])
  const unselect = useCallback(() => choose(NOBODY), [])
  usePageKeys(
    useMemo(() => (chosen.size > 0 ? [{ key: 'Escape', label: texts.clear, act: unselect }] : []), [chosen, unselect]),
  )
  const scroller = useRef<HTMLElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const empty = list.isSuccess && members.length === 0
  // Some filters are answered by short pages: nobody on this one does not mean nobody at all.
  useEffect(() => {
    if (empty) more()
  }, [empty, more])

  const acts = useMemberActs(orgId)
  const rights = useMemo(() => rightsOf(user), [user])
  const context = useMemo(() => ({ orgId, rights, roles, teams, acts, ask }), [orgId, rights, roles, teams, acts])
  const total = counts && totalOf(counts)
  return (
    <MembersContext value={context}>
      <div className="relative flex h-full flex-col">
        <ScreenHeader title={spec.title} {...(total !== undefined && { count: total })} tabs={<PeopleTabs />}>
          {rights.manage && (
            <Button variant="primary" icon={UserPlus} onClick={() => ask({ kind: 'add' })}>
              {spec.add}
            </Button>
          )}
        </ScreenHeader>
        <MemberFilters search={search} change={change} roles={roles} teams={teams} counts={counts} />
        {(list.isPending || (empty && hasNextPage)) && <MembersLoading selectable={rights.manage} />}
        {list.isError && members.length === 0 && (
          <Centred>
            <ErrorBlock
              title={spec.loadFailed}
              hint={reasonOf(list.error)}
              retrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </Centred>
        )}
        {empty && !hasNextPage && (
          <Centred>
            <Said>
              <Empty
                icon={SearchX}
                title={spec.none}
                hint={texts.noneHint}
                action={filtered && <Button onClick={clear}>{texts.clearFilters}</Button>}
              />
            </Said>
          </Centred>
        )}
        {members.length > 0 && (
          <section
            ref={scroller}
            tabIndex={-1}
            aria-label={spec.title}
            className="@container min-h-0 flex-1 overflow-y-auto outline-none"
          >
            <MembersTable
              members={members}
              total={hasNextPage ? (list.data?.pages[0]?.total ?? -1) : members.length}
              byName={!search.q}
              scroller={scroller}
              onNearEnd={more}
              selected={chosen}
              onSelect={rights.manage ? choose : undefined}
            />
            {isFetchingNextPage && <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>}
            {chosen.size > 0 && <div aria-hidden className="h-18" />}
          </section>
        )}
        <MembersBulk selected={selected} onClear={unselect} />
        <MemberDialogs orgId={orgId} asked={asked} scroller={scroller} onClose={() => ask(undefined)} />
      </div>
    </MembersContext>
  )
}
