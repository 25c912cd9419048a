import { Link } from '@tanstack/react-router'
import type { WorkflowCard } from '@throughline/contracts/workflows'
import { type ReactNode, useMemo } from 'react'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DeletedAgo, TimeAgo } from '../../../shared/time-ago.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { spec, texts } from '../workflows.texts.ts'
import { AccessSummary, Category, Marks, typeAndVersion } from './facts.tsx'
import { Prefix } from './workflow-card.tsx'

type ColumnKey = keyof typeof texts.columns

const roomy = 'hidden @min-[760px]:table-cell'
const wide = 'hidden @min-[1000px]:table-cell'

const columns: Column<WorkflowCard, ColumnKey>[] = [
  { key: 'name', header: texts.columns.name, cell: (workflow) => <Name workflow={workflow} /> },
  {
    key: 'type',
    header: texts.columns.type,
    className: `${roomy} w-[136px]`,
    cell: (workflow) => <span className="text-fg-2">{typeAndVersion(workflow)}</span>,
  },
  {
    key: 'category',
    header: texts.columns.category,
    className: `${wide} w-[132px]`,
    cell: ({ category }) => <Category category={category} />,
  },
  {
    key: 'steps',
    header: texts.columns.steps,
    align: 'end',
    className: `${wide} w-[72px]`,
    cell: ({ step_count }) => <Figure>{step_count}</Figure>,
  },
]

const instances: Column<WorkflowCard, ColumnKey> = {
  key: 'instances',
  header: texts.columns.instances,
  align: 'end',
  className: 'w-[92px]',
  cell: ({ id, name, instance_count }) => (
    <Link
      to="/workflows/$workflowId/instances"
      params={{ workflowId: id }}
      translate="no"
      aria-label={texts.instancesOf(name, instance_count)}
      className={`tnum ${quietLinkClass}`}
    >
      {instance_count}
    </Link>
  ),
}

const access: Column<WorkflowCard, ColumnKey> = {
  key: 'access',
  header: texts.columns.access,
  className: `${roomy} w-[188px]`,
  cell: (workflow) => (
    <span className="text-fg-2">
      <AccessSummary workflow={workflow} size={13} />
    </span>
  ),
}

const changed: Column<WorkflowCard, ColumnKey> = {
  key: 'changed',
  header: texts.columns.changed,
  className: `${roomy} w-[132px]`,
  cell: ({ updated_at }) => (
    <span className="text-fg-2">
      <TimeAgo at={updated_at} />
    </span>
  ),
}

const deleted: Column<WorkflowCard, ColumnKey> = {
  key: 'deleted',
  header: texts.columns.deleted,
  className: 'w-[210px]',
  cell: ({ deleted_at }) => deleted_at && <DeletedAgo at={deleted_at} />,
}

const Figure = ({ children }: { children: number }) => (
  <span translate="no" className="tnum text-fg-2">
    {children}
  </span>
)

function Name({ workflow }: { workflow: WorkflowCard }) {
  const { id, prefix, name, deleted_at } = workflow
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Prefix>{prefix}</Prefix>
      {deleted_at ? (
        <span translate="no" dir="auto" className="truncate text-left font-medium">
          {name}
        </span>
      ) : (
        <Link
          to="/workflow-builder/$workflowId"
          params={{ workflowId: id }}
          data-main
          translate="no"
          dir="auto"
          className="inset-focus row-target block truncate rounded-xs text-left font-medium"
        >
          {name}
        </Link>
      )}
      <Marks workflow={workflow} />
    </span>
  )
}

type WorkflowTableProps = {
  list: List<WorkflowCard>
  trash: boolean
  menu: (workflow: WorkflowCard) => ReactNode
  /** Of all, also of those not fetched yet. */
  total: number | undefined
}

export function WorkflowTable({ list, trash, menu, total }: WorkflowTableProps) {
  const shown = useMemo(
    () => [
      ...columns,
      ...(trash ? [deleted] : [instances, changed]),
      access,
      { key: 'actions' as const, header: texts.columns.actions, width: 84, align: 'end' as const, cell: menu },
    ],
    [trash, menu],
  )
  return (
    <ListTable
      list={list}
      caption={spec.title}
      columns={shown}
      name={({ name }) => name}
      total={total}
      className="[&_tr]:relative"
    />
  )
}
