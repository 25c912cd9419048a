import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { Ellipsis, LayoutGrid, List, Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { wholeList } from '../../shared/list-page/use-list-rows.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-items.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { rowLink } from '../../ui/row-focus.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { NoOrganization } from './members/no-organization.tsx'
import { TeamCards } from './teams/team-cards.tsx'
import { TeamForm } from './teams/team-form.tsx'
import { TeamPanel } from './teams/team-panel.tsx'
import { type TeamSearch, teamSearch } from './teams/team-search.ts'
import { TeamTable } from './teams/team-table.tsx'
import { type TeamActs, useTeamActs } from './teams/use-team-acts.ts'
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

/** Which team stands open beside the list, by the address. */
function useOpenTeam(teams: readonly Team[], search: TeamSearch) {
  const navigate = useNavigate()
  const at = teams.findIndex(({ id }) => id === search.team)
  const show = useCallback(
    (team: Team | undefined, replace = false) =>
      void navigate({ to: '/teams', search: teamSearch({ view: search.view, team: team?.id }), replace }),
    [navigate, search.view],
  )
  const step = (by: 1 | -1) => {
    const next = teams[at + by]
    if (next) show(next, true)
  }
  return { open: teams[at], at, show, step }
}

function Teams({ user, orgId }: { user: CurrentUser; orgId: TenantId }) {
  const manage = can(user, 'teams.manage')
  const search = teamSearch(useSearch({ strict: false }))
  const query = useQuery(teamsQuery(orgId))
  const acts = useTeamActs(orgId)
  const [dialog, openDialog] = useState<TeamDialog>()
  const teams = useMemo(() => query.data ?? [], [query.data])
  const view = search.view ?? storedView()
  const { open, at, show, step } = useOpenTeam(teams, search)
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
  usePageKeys(useMemo(() => (open ? [{ key: 'Escape', label: texts.panel.close, act: close }] : []), [open, close]))
  const menu = (team: Team) => manage && <TeamMenu team={team} onChoose={(kind) => openDialog({ kind, team })} />
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
      shape={view === 'cards' ? 'cards' : 'rows'}
      header={
        <ScreenHeader title={spec.title} {...(query.data && { count: teams.length })}>
          <ViewChoice search={search} view={view} />
          {manage && (
            <Button variant="primary" icon={Plus} onClick={() => openDialog({ kind: 'add' })}>
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
        dialog && (
          <TeamDialogs
            orgId={orgId}
            dialog={dialog}
            acts={acts}
            // First, so that the panel does not ask for the people of a team that is just leaving.
            onRemove={(team) => team.id === open?.id && show(undefined, true)}
            onClose={() => openDialog(undefined)}
          />
        )
      }
    >
      {view === 'cards' ? <TeamCards list={list} menu={menu} /> : <TeamTable list={list} menu={menu} />}
    </ListPage>
  )
}

function ViewChoice({ search, view }: { search: TeamSearch; view: NonNullable<TeamSearch['view']> }) {
  const navigate = useNavigate()
  return (
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
  )
}

type TeamMenuProps = { team: Team; onChoose: (kind: 'edit' | 'remove') => void }

function TeamMenu({ team, onChoose }: TeamMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label={texts.actionsFor(team.name)} icon={Ellipsis} className="relative z-1" />}
    >
      <MenuItem icon={Pencil} onSelect={() => onChoose('edit')}>
        {texts.edit}
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={() => onChoose('remove')}>
        {texts.remove}
      </MenuItem>
    </Menu>
  )
}

type TeamDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; team: Team }
type TeamDialogsProps = {
  orgId: TenantId
  dialog: TeamDialog
  acts: TeamActs
  onRemove: (team: Team) => void
  onClose: () => void
}

function TeamDialogs({ orgId, dialog, acts, onRemove, onClose }: TeamDialogsProps) {
  if (dialog.kind !== 'remove')
    return (
      <TeamForm orgId={orgId} team={dialog.kind === 'edit' ? dialog.team : undefined} acts={acts} onClose={onClose} />
    )
  const { team } = dialog
  return (
    <AlertDialog
      onClose={onClose}
      title={spec.askRemove}
      confirmLabel={texts.removeNamed(team.name)}
      onConfirm={async () => {
        onRemove(team)
        await acts.remove(team)
      }}
    >
      {team.count === 0 ? texts.removingEmpty : texts.removing(team.count)}
    </AlertDialog>
  )
}
