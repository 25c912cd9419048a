import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { LayoutGrid, List, Plus, UsersRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { wholeList } from '../../shared/list-page/use-list-rows.ts'
import { Button } from '../../ui/button.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { rowLink } from '../../ui/row-focus.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { NoOrganization } from './members/no-organization.tsx'
import { RemoveTeam } from './teams/remove-team.tsx'
import { TeamCards } from './teams/team-cards.tsx'
import { TeamForm } from './teams/team-form.tsx'
import { TeamMenu } from './teams/team-menu.tsx'
import { TeamPanel } from './teams/team-panel.tsx'
import { teamSearch } from './teams/team-search.ts'
import { TeamTable } from './teams/team-table.tsx'
import { useTeamActs } from './teams/use-team-acts.ts'
import { teamsQuery } from './teams.api.ts'
import { spec, texts } from './teams.texts.ts'

const VIEW = 'tl.teams-view'
const storedView = () => (readStored(VIEW) === 'list' ? 'list' : 'cards')

export function TeamsScreen() {
  const user = useCurrentUser()
  if (!user) return null
  const { organization_id: orgId } = user
  return orgId ? <Teams user={user} orgId={orgId} /> : <NoOrganization icon={UsersRound} title={spec.title} />
}

type Asked = { kind: 'add' } | { kind: 'edit' | 'remove'; team: Team }

function Teams({ user, orgId }: { user: CurrentUser; orgId: TenantId }) {
  const manage = can(user, 'teams.manage')
  const search = teamSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const query = useQuery(teamsQuery(orgId))
  const acts = useTeamActs(orgId)
  const [asked, ask] = useState<Asked>()
  const teams = useMemo(() => query.data ?? [], [query.data])
  const view = search.view ?? storedView()
  const at = teams.findIndex(({ id }) => id === search.team)
  const open = teams[at]

  const show = useCallback(
    (team: Team | undefined, replace = false) =>
      void navigate({ to: '/teams', search: teamSearch({ view: search.view, team: team?.id }), replace }),
    [navigate, search.view],
  )
  const find = (id: string) => teams.find((team) => team.id === id)
  const list = useList(wholeList(query), {
    cards: view === 'cards',
    current: open?.id,
    onFollow: (id) => show(find(id), true),
    onPeek: (id) => show(find(id)),
  })
  const { scroller } = list
  const close = useCallback(() => {
    show(undefined)
    if (open) setTimeout(() => rowLink(scroller.current, open.id)?.focus())
  }, [show, open, scroller])
  const step = (by: 1 | -1) => {
    const next = teams[at + by]
    if (next) show(next, true)
  }
  usePageKeys(useMemo(() => (open ? [{ key: 'Escape', label: texts.panel.close, act: close }] : []), [open, close]))
  const menu = (team: Team) =>
    manage && (
      <TeamMenu team={team} onEdit={() => ask({ kind: 'edit', team })} onRemove={() => ask({ kind: 'remove', team })} />
    )
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
      shape={view === 'cards' ? 'cards' : 'rows'}
      header={
        <ScreenHeader title={spec.title} {...(query.data && { count: teams.length })}>
          <Segmented
            label={texts.view}
            value={view}
            onChange={(next) => {
              writeStored(VIEW, next)
              void navigate({ to: '/teams', search: { ...search, view: next }, replace: true })
            }}
            items={[
              { value: 'cards', label: texts.cards, icon: LayoutGrid },
              { value: 'list', label: texts.list, icon: List },
            ]}
          />
          {manage && (
            <Button variant="primary" icon={Plus} onClick={() => ask({ kind: 'add' })}>
              {spec.add}
            </Button>
          )}
        </ScreenHeader>
      }
      empty={<ListEmpty icon={UsersRound} title={spec.none} hint={texts.noneHint} />}
      panel={
        open && (
          <TeamPanel
            key={open.id}
            orgId={orgId}
            team={open}
            position={at + 1}
            total={teams.length}
            manage={manage}
            menu={menu(open)}
            acts={acts}
            onStep={step}
            onClose={close}
          />
        )
      }
      dialogs={
        <>
          {(asked?.kind === 'add' || asked?.kind === 'edit') && (
            <TeamForm
              orgId={orgId}
              team={asked.kind === 'edit' ? asked.team : undefined}
              acts={acts}
              onClose={() => ask(undefined)}
            />
          )}
          {asked?.kind === 'remove' && (
            <RemoveTeam
              team={asked.team}
              onClose={() => ask(undefined)}
              onConfirm={async () => {
                // First, so that the panel does not ask for the people of a team that is just leaving.
                if (asked.team.id === open?.id) show(undefined, true)
                await acts.remove(asked.team)
              }}
            />
          )}
        </>
      }
    >
      {view === 'cards' ? <TeamCards list={list} menu={menu} /> : <TeamTable list={list} menu={menu} />}
    </ListPage>
  )
}
