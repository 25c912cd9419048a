import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import { SearchX, UserPlus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { ListTable } from '../../shared/list-page/list-table.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { Button } from '../../ui/button.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { MemberDialogs } from './members/member-dialogs.tsx'
import { MemberFilters, totalOf, useMemberSearch } from './members/member-filters.tsx'
import { MembersBulk } from './members/members-bulk.tsx'
import { columns } from './members/members-columns.tsx'
import { type MemberDialog, MembersContext } from './members/members-context.ts'
import { NoOrganization } from './members/no-organization.tsx'
import { PeopleTabs } from './members/people-tabs.tsx'
import { rightsOf } from './members/rights.ts'
import { useMemberActs } from './members/use-member-acts.ts'
import { memberCountsQuery, membersQuery, rolesQuery } from './members.api.ts'
import { spec, texts } from './members.texts.ts'
import { teamsQuery } from './teams.api.ts'

export function MembersScreen() {
  const user = useCurrentUser()
  if (!user) return null
  const { organization_id: orgId } = user
  return orgId ? <Members user={user} orgId={orgId} /> : <NoOrganization icon={Users} title={spec.title} />
}

function Members({ user, orgId }: { user: CurrentUser; orgId: TenantId }) {
  const { search, change, clear, filtered } = useMemberSearch()
  const { data: roles = [], isPending: rolesPending } = useQuery(rolesQuery(orgId))
  const { data: teams = [], isPending: teamsPending } = useQuery(teamsQuery(orgId))
  const { data: counts } = useQuery(memberCountsQuery(orgId))
  const role = search.role === undefined ? undefined : roles.find(({ name }) => name === search.role)
  const query = useInfiniteQuery({
    ...membersQuery(orgId, {
      search: search.q,
      status: search.status,
      role_id: role?.id,
      team_id: teams.find(({ id }) => id === search.team)?.id,
    }),
    enabled: (search.role === undefined || !rolesPending) && (search.team === undefined || !teamsPending),
  })
  const [dialog, openDialog] = useState<MemberDialog>()
  const acts = useMemberActs(orgId)
  const rights = useMemo(() => rightsOf(user), [user])
  const list = useList(useListRows(query), { selectable: rights.manage })
  const context = useMemo(
    () => ({ orgId, rights, roles, teams, acts, openDialog }),
    [orgId, rights, roles, teams, acts],
  )
  const total = counts && totalOf(counts)
  return (
    <MembersContext value={context}>
      <ListPage
        list={list}
        texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
        header={
          <ScreenHeader title={spec.title} {...(total !== undefined && { count: total })} tabs={<PeopleTabs />}>
            {rights.manage && (
              <Button variant="primary" icon={UserPlus} onClick={() => openDialog({ kind: 'add' })}>
                {spec.add}
              </Button>
            )}
          </ScreenHeader>
        }
        filters={<MemberFilters search={search} change={change} roles={roles} teams={teams} counts={counts} />}
        empty={
          <ListEmpty
            icon={SearchX}
            title={spec.none}
            hint={texts.noneHint}
            action={filtered && <Button onClick={clear}>{texts.clearFilters}</Button>}
          />
        }
        bulk={<MembersBulk selected={list.selection.selected} onClear={list.selection.clear} />}
        dialogs={
          <MemberDialogs orgId={orgId} dialog={dialog} scroller={list.scroller} onClose={() => openDialog(undefined)} />
        }
      >
        <ListTable
          list={list}
          caption={spec.title}
          columns={columns}
          name={({ name }) => name}
          total={query.data?.pages[0]?.total ?? undefined}
          sort={search.q ? undefined : { key: 'name', direction: 'ascending' }}
          className="@max-[719px]:[--cell-pad-x:0.375rem] @max-[719px]:[--row-height:3.5rem]"
        />
      </ListPage>
    </MembersContext>
  )
}
