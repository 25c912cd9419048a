import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { LayoutGrid, List, Plus, UsersRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { Centred, Said } from './members/centred.tsx'
import { NoOrganization } from './members/no-organization.tsx'
import { reasonOf } from './members/reason.ts'
import { RemoveTeam } from './teams/remove-team.tsx'
import { TeamCards } from './teams/team-cards.tsx'
import { TeamForm } from './teams/team-form.tsx'
import { TeamMenu } from './teams/team-menu.tsx'
import { TeamPanel } from './teams/team-panel.tsx'
import { teamSearch } from './teams/team-search.ts'
import { TeamTable } from './teams/team-table.tsx'
import { TeamsLoading } from './teams/teams-loading.tsx'
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
  const list = useQuery(teamsQuery(orgId))
  const acts = useTeamActs(orgId)
  const [asked, ask] = useState<Asked>()
  const teams = useMemo(() => list.data ?? [], [list.data])
  const view = search.view ?? storedView()
  const at = teams.findIndex(({ id }) => id === search.team)
  const open = teams[at]

  const show = useCallback(
    (team: Team | undefined, replace = false) =>
      void navigate({ to: '/teams', search: teamSearch({ view: search.view, team: team?.id }), replace }),
    [navigate, search.view],
  )
  const close = useCallback(() => {
    show(undefined)
    if (open) setTimeout(() => document.querySelector<HTMLElement>(`[data-team="${open.id}"]`)?.focus())
  }, [show, open])
  const step = useCallback(
    (by: 1 | -1) => {
      const next = teams[at + by]
      if (next) show(next, at >= 0)
    },
    [teams, at, show],
  )
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.panel.next, act: () => step(1) },
        { key: 'k', label: texts.panel.previous, act: () => step(-1) },
        ...(open ? [{ key: 'Escape', label: texts.panel.close, act: close }] : []),
      ],
      [step, open, close],
    ),
  )
  const menu = (team: Team) =>
    manage && (
      <TeamMenu team={team} onEdit={() => ask({ kind: 'edit', team })} onRemove={() => ask({ kind: 'remove', team })} />
    )
  const Body = view === 'cards' ? TeamCards : TeamTable
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="flex min-w-0 flex-1 flex-col">
        <ScreenHeader title={spec.title} {...(list.data && { count: teams.length })}>
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
        {list.isPending && <TeamsLoading />}
        {list.isError && !list.data && (
          <Centred>
            <ErrorBlock
              title={spec.loadFailed}
              hint={reasonOf(list.error)}
              retrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </Centred>
        )}
        {list.data && teams.length === 0 && (
          <Centred>
            <Said>
              <Empty icon={UsersRound} title={spec.none} hint={texts.noneHint} />
            </Said>
          </Centred>
        )}
        {teams.length > 0 && <Body teams={teams} open={open?.id} menu={menu} />}
      </div>
      {open && (
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
      )}
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
    </div>
  )
}
