import { Link } from '@tanstack/react-router'
import type { InstanceRow } from '@throughline/contracts/instances'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DeletedAgo } from '../../../shared/time-ago.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { spec, texts } from '../instances.texts.ts'
import { AvatarStack, Progress, peopleOf, Why } from '../parts/facts.tsx'
import { InstanceStatusPill } from '../parts/instance-status.tsx'
import { NameCell } from './name-cell.tsx'
import { isOpen } from './rights.ts'

const { columns: columnTexts } = texts
type InstanceColumn = Column<InstanceRow>

const phone = '@max-[559px]:hidden'
const roomy = 'hidden @min-[820px]:table-cell'
const named = 'hidden @min-[1000px]:table-cell'
const wide = 'hidden @min-[1160px]:table-cell'

const name: InstanceColumn = {
  key: 'instance',
  header: columnTexts.instance,
  cell: (instance) => <NameCell instance={instance} />,
}
const workflow: InstanceColumn = {
  key: 'workflow',
  header: columnTexts.workflow,
  className: `${named} w-37`,
  cell: ({ template }) => (
    <span translate="no" title={template} className="text-fg-2">
      {template}
    </span>
  ),
}
const status: InstanceColumn = {
  key: 'status',
  header: columnTexts.status,
  className: 'w-29',
  cell: (instance) => (
    <span className="flex">
      <InstanceStatusPill plain status={instance.status} />
    </span>
  ),
}
const running: InstanceColumn[] = [
  {
    key: 'progress',
    header: columnTexts.progress,
    className: `${roomy} w-37`,
    cell: (instance) => <Progress instance={instance} />,
  },
  {
    key: 'waiting',
    header: columnTexts.waiting,
    className: `${phone} w-[26%] @min-[1000px]:w-[20%] @min-[1160px]:w-[17%]`,
    cell: (instance) => <Why instance={instance} />,
  },
  {
    key: 'due',
    header: spec.dueDate,
    className: `${phone} w-21`,
    cell: (instance) => <DueDate of={instance} done={!isOpen(instance)} />,
  },
  {
    key: 'people',
    header: columnTexts.people,
    className: `${wide} w-21`,
    cell: (instance) => <AvatarStack people={peopleOf(instance)} />,
  },
]
const deleted: InstanceColumn = {
  key: 'deleted',
  header: columnTexts.deleted,
  className: `${phone} w-60`,
  cell: ({ deleted_at }) => deleted_at && <DeletedAgo at={deleted_at} />,
}

/** The words are there for the ears only where there is no room. */
function ViewDetails({ instance: { id, title } }: { instance: InstanceRow }) {
  return (
    <Link
      to="/instances/$instanceId"
      params={{ instanceId: id }}
      aria-label={texts.viewDetailsOf(title)}
      className={buttonClass({ variant: 'ghost', size: 'sm', className: 'max-w-full px-2 @max-[1159px]:hidden' })}
    >
      {texts.viewDetails}
      <ArrowRight size={14} aria-hidden className="opacity-70" />
    </Link>
  )
}

const actions = (instance: InstanceRow, menu: InstanceTableProps['menu']) => (
  <span className="flex items-center justify-end gap-0.5">
    {!instance.deleted_at && <ViewDetails instance={instance} />}
    {menu(instance)}
  </span>
)

type InstanceTableProps = {
  list: List<InstanceRow>
  trash: boolean
  menu: (instance: InstanceRow) => ReactNode
}

export function InstanceTable({ list, trash, menu }: InstanceTableProps) {
  const columns = useMemo(
    () => [
      name,
      workflow,
      status,
      ...(trash ? [deleted] : running),
      {
        key: 'actions',
        header: columnTexts.actions,
        align: 'end' as const,
        className: 'w-14 @min-[1160px]:w-41 [&:is(th)>span]:sr-only',
        cell: (instance: InstanceRow) => actions(instance, menu),
      },
    ],
    [trash, menu],
  )
  return (
    <ListTable
      list={list}
      caption={texts.ofWorkflow}
      columns={columns}
      name={({ title }) => title}
      className="[--cell-pad-x:0.625rem] [--row-height:3rem]"
    />
  )
}
