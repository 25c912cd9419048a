import { Link } from '@tanstack/react-router'
import type { Team } from '@throughline/contracts/org-teams'
import { useMemo } from 'react'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { spec, texts } from '../teams.texts.ts'
import { Faces, type TeamListProps } from './team-cards.tsx'
import { teamSearch } from './team-search.ts'

type ColumnKey = keyof typeof texts.columns

const columns: Column<Team, ColumnKey>[] = [
  {
    key: 'name',
    header: texts.columns.name,
    className: 'w-1/2 @min-[640px]:w-[220px]',
    cell: (team) => <TeamLink team={team} />,
  },
  {
    key: 'description',
    header: texts.columns.description,
    className: 'hidden @min-[640px]:table-cell',
    cell: ({ description }) => (
      <span {...(description && { translate: 'no' as const })} className="text-fg-2">
        {description || texts.noDescription}
      </span>
    ),
  },
  {
    key: 'members',
    header: texts.columns.members,
    className: 'w-[190px]',
    cell: (team) => (
      <span className="flex items-center gap-2.5">
        <Faces team={team} size={22} />
        <span translate="no" className="tnum text-fg-2">
          {team.count}
        </span>
      </span>
    ),
  },
]

function TeamLink({ team }: { team: Team }) {
  return (
    <Link
      to="/teams"
      search={(search) => teamSearch({ ...search, team: team.id })}
      data-main
      translate="no"
      className="inset-focus row-target block truncate rounded-xs font-medium"
    >
      {team.name}
    </Link>
  )
}

const actions = { key: 'actions', header: texts.columns.actions, width: 84, align: 'end' } as const

export function TeamTable({ list, menu }: TeamListProps) {
  const shown = useMemo(() => [...columns, { ...actions, cell: menu }], [menu])
  return (
    <ListTable
      list={list}
      caption={spec.title}
      columns={shown}
      name={({ name }) => name}
      sort={{ key: 'name', direction: 'ascending' }}
      className="[&_tr]:relative"
    />
  )
}
