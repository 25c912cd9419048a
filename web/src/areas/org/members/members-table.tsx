import type { Member } from '@throughline/contracts/org-members'
import { type RefObject, useMemo } from 'react'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { moveBetweenRows, toggleFocusedRow } from '../../../ui/row-focus.ts'
import { spec, texts } from '../members.texts.ts'
import { ActionsCell } from './actions-cell.tsx'
import { NameCell, RoleCell, TeamCell } from './cells.tsx'
import { StatusCell } from './status-cell.tsx'

type ColumnKey = 'name' | 'email' | 'role' | 'team' | 'status' | 'actions'

/** Where there is no room the header is for screen readers only. */
const unnamed = '@max-[719px]:[&:is(th)>span]:sr-only'
const roomy = 'hidden @min-[720px]:table-cell'

export const columns: Column<Member, ColumnKey>[] = [
  { key: 'name', header: spec.columns.name, cell: (member) => <NameCell member={member} /> },
  {
    key: 'email',
    header: spec.columns.email,
    className: `${roomy} w-[206px] @min-[1121px]:w-[23%]`,
    cell: (member) => (
      <span translate="no" className="text-fg-2">
        <span title={member.email}>{member.email}</span>
      </span>
    ),
  },
  {
    key: 'role',
    header: spec.columns.role,
    className: 'w-[106px] @min-[720px]:w-[116px]',
    cell: (member) => <RoleCell member={member} />,
  },
  {
    key: 'team',
    header: spec.columns.team,
    className: `${roomy} w-[180px] @min-[1121px]:w-[196px]`,
    cell: (member) => <TeamCell member={member} />,
  },
  {
    key: 'status',
    header: spec.columns.status,
    className: `w-[30px] @min-[720px]:w-[108px] @min-[1121px]:w-[196px] ${unnamed}`,
    cell: (member) => <StatusCell member={member} />,
  },
  {
    key: 'actions',
    header: spec.columns.actions,
    align: 'end',
    className: `w-[50px] @min-[720px]:w-[120px] ${unnamed}`,
    cell: (member) => <ActionsCell member={member} />,
  },
]

type MembersTableProps = {
  members: readonly Member[]
  /** Of all that match, when that is known. */
  total: number
  byName: boolean
  scroller: RefObject<HTMLElement | null>
  onNearEnd: () => void
  selected: ReadonlySet<string>
  onSelect: ((keys: Set<string>) => void) | undefined
}

export function MembersTable({ members, total, byName, scroller, onNearEnd, selected, onSelect }: MembersTableProps) {
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.moveDown, act: () => moveBetweenRows(scroller.current, 1) },
        { key: 'k', label: texts.moveUp, act: () => moveBetweenRows(scroller.current, -1) },
        ...(onSelect ? [{ key: 'x', label: texts.select, act: () => toggleFocusedRow(scroller.current) }] : []),
      ],
      [scroller, onSelect],
    ),
  )
  return (
    <DataTable
      caption={spec.title}
      columns={columns}
      rows={members}
      rowKey={(member) => member.id}
      rowCount={total}
      sort={byName ? { key: 'name', direction: 'ascending' } : undefined}
      selection={onSelect && { keys: selected, onChange: onSelect, name: (member) => member.name }}
      scroller={scroller}
      onNearEnd={onNearEnd}
      className="@max-[719px]:[--cell-pad-x:0.375rem] @max-[719px]:[--row-height:3.5rem]"
    />
  )
}
