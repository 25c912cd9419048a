import { Check, KeyRound, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FilterBar, FilterDivider, FilterPills } from '../../ui/filter-bar.tsx'
import { Input } from '../../ui/input.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Priority } from '../../ui/priority.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { Group, Sample } from './sample.tsx'

type Person = { id: string; name: string; email: string; team: string }

const people: Person[] = [
  { id: '1', name: 'Ana Sousa', email: 'ana.sousa@harborvale.com', team: 'Finance Operations' },
  { id: '2', name: 'Beatriz Lund', email: 'beatriz.lund@harborvale.com', team: 'Client Services' },
  { id: '3', name: 'Daniel Marsh', email: 'daniel.marsh@harborvale.com', team: 'Client Services' },
  {
    id: '4',
    name: 'Maximiliana Featherstonehaugh-Cholmondeley',
    email: 'm.featherstonehaugh@harborvale.com',
    team: 'Legal',
  },
]

const columns: Column<Person, keyof Person>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    cell: (person) => (
      <span className="flex items-center gap-2.5 font-medium">
        <Avatar name={person.name} size={24} />
        <span className="truncate">{person.name}</span>
      </span>
    ),
  },
  { key: 'email', header: 'Email', cell: (person) => <span className="text-fg-2">{person.email}</span> },
  { key: 'team', header: 'Team', sortable: true, align: 'end', width: 180, cell: (person) => <Tag>{person.team}</Tag> },
]

const states = [
  { value: 'all', label: 'All', count: 24 },
  { value: 'active', label: 'Active', count: 20 },
  { value: 'invited', label: 'Invited', count: 3 },
] as const

export function Lists() {
  return (
    <Group title="Lists">
      <Sample name="ListRow" stack>
        <ul className="-mx-2">
          <ListRow
            lead={<StatusGlyph status="overdue" size={16} label="Overdue" />}
            title={
              <a href="#main" className="row-target">
                Countersign engagement letter
              </a>
            }
            note="Meridian Foods Ltd"
            actions={
              <Button size="sm" icon={Check}>
                Review
              </Button>
            }
          >
            <Priority level="urgent" label="Urgent" />
            <span className="tnum w-24 text-right font-medium text-danger-fg">Nov 10</span>
          </ListRow>
          <ListRow
            selected
            lead={<StatusGlyph status="review" size={16} label="In Review" />}
            title={
              <a href="#main" className="row-target">
                Approve invoice INV-20391 over $10,000
              </a>
            }
            note="Brightline Freight · Nov"
          >
            <Priority level="medium" label="Medium" />
            <span className="tnum w-24 text-right">Today</span>
          </ListRow>
        </ul>
      </Sample>
      <TableSample />
    </Group>
  )
}

function TableSample() {
  const [state, setState] = useState<(typeof states)[number]['value']>('all')
  const [sort, setSort] = useState<{ key: keyof Person; direction: 'ascending' | 'descending' }>({
    key: 'name',
    direction: 'ascending',
  })
  const sign = sort.direction === 'ascending' ? 1 : -1
  const rows = people.toSorted((a, b) => sign * a[sort.key].localeCompare(b[sort.key]))
  const selection = useSelection(rows)
  return (
    <Sample name="FilterBar, DataTable, BulkBar" stack>
      <div className="relative rounded-lg border pb-20">
        <FilterBar
          label="Filter members"
          end={<Input type="search" size="sm" icon={Search} aria-label="Search members" placeholder="Name or email" />}
        >
          <FilterPills label="Status" value={state} onChange={setState} items={states} />
          <FilterDivider />
          <span className="text-fg-3">Any role</span>
        </FilterBar>
        <DataTable
          caption="Members"
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={setSort}
          selection={{ ...selection, name: (person) => person.name }}
        />
        <BulkBar label="Actions for selected members" count={selection.selected.length} onClear={selection.clear}>
          <Button variant="ghost" icon={KeyRound}>
            Change role
          </Button>
          <Button variant="ghost-danger" icon={Trash2}>
            Remove
          </Button>
        </BulkBar>
      </div>
    </Sample>
  )
}
