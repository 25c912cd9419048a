import type { Member } from '@throughline/contracts/org-members'
import type { Column } from '../../../ui/data-table.tsx'
import { spec } from '../members.texts.ts'
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
