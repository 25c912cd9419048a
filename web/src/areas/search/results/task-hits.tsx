import { Link } from '@tanstack/react-router'
import type { TaskHit } from '@throughline/contracts/search'
import { Ban } from 'lucide-react'
import { DueDate } from '../../../shared/due-date.tsx'
import { Marked } from '../../../shared/marked.tsx'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { taskLabels } from '../../tasks/parts/task-labels.ts'
import { statusWord } from '../../tasks/parts/task-status.tsx'
import { taskTypeIcons } from '../../tasks/parts/task-type.tsx'
import { texts } from '../search.texts.ts'
import type { SearchAddress } from '../search-address.ts'
import { HitLine } from './hit-line.tsx'

type TaskHitsProps = { hits: readonly TaskHit[]; address: SearchAddress }

const columns = texts.columns

/** Tasks as a table; one opens over the results. */
export function TaskHits({ hits, address }: TaskHitsProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-9" />
        <col />
        <col className="w-32 max-[759px]:hidden" />
        <col className="w-24 max-[759px]:w-18" />
        <col className="w-44 max-[1180px]:w-36 max-[759px]:hidden" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          {[columns.type, columns.title, columns.status, columns.due, columns.instance].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hits.map((hit) => (
          <TaskHitRow key={hit.id} hit={hit} address={address} />
        ))}
      </tbody>
    </table>
  )
}

function TaskHitRow({ hit, address }: { hit: TaskHit; address: SearchAddress }) {
  const Icon = taskTypeIcons[hit.task_type]
  const done = hit.status === 'completed' || hit.status === 'cancelled'
  const due = { ...hit, overdue_at: hit.status === 'overdue' ? hit.due_date : null }
  return (
    <tr data-row={hit.id} className="relative border-t hover:bg-surface-2 has-focus-visible:bg-accent-subtle">
      <td className="pl-2.5">
        <Icon size={15} strokeWidth={1.8} aria-hidden className="text-fg-3 max-[759px]:hidden" />
        <span className="sr-only">{taskLabels.types[hit.task_type]}</span>
        {/* A phone has no room for the word. */}
        <span className="min-[760px]:hidden">
          {hit.status === 'cancelled' ? (
            <Ban size={15} aria-hidden className="text-fg-3" />
          ) : (
            <StatusGlyph status={hit.status} />
          )}
          <span className="sr-only">{statusWord(hit.status)}</span>
        </span>
      </td>
      <td className="py-2 pr-4">
        <Link
          data-main
          to="/search"
          search={{ ...address, taskId: hit.id }}
          className="inset-focus block truncate rounded-xs font-medium after:absolute after:inset-0"
        >
          <Marked text={hit.name} ranges={hit.name_ranges} />
          <span translate="no" className="ml-2 text-xs font-normal text-fg-3">
            {hit.key}
          </span>
        </Link>
        <HitLine match={hit.match} />
      </td>
      <td className="overflow-hidden max-[759px]:hidden">
        {hit.status === 'cancelled' ? (
          <Tag tone="quiet" icon={Ban}>
            {taskLabels.cancelled}
          </Tag>
        ) : (
          <StatusPill status={hit.status} label={statusWord(hit.status)} plain />
        )}
      </td>
      <td className="text-sm max-[759px]:text-right max-[759px]:text-xs">
        <DueDate of={due} done={done} />
      </td>
      <td translate="no" className="truncate pr-3 text-right text-fg-2 max-[759px]:hidden">
        {hit.instance_name}
      </td>
    </tr>
  )
}
