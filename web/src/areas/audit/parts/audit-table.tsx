import { Link2Off } from 'lucide-react'
import { Fragment } from 'react'
import type { LogRow } from '../audit.api.ts'
import { texts } from '../audit.texts.ts'
import { AuditRow } from './audit-row.tsx'
import { groupByDay } from './days.ts'
import type { Verified } from './use-verify.ts'

const { columns } = texts

type AuditTableProps = {
  entries: readonly LogRow[]
  timeZone: string
  /** Decides which day is today. */
  now: number
  open: ReadonlySet<string>
  onFlip: (key: string) => void
  broken: Verified['broken']
}

export function AuditTable({ entries, timeZone, now, open, onFlip, broken }: AuditTableProps) {
  const gapBefore = missingBefore(entries, broken)
  return (
    <table className="w-full min-w-215 table-fixed border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{texts.caption}</caption>
      <thead className="sticky top-0 z-(--z-sticky) bg-surface-2 text-xs text-fg-3">
        <tr className="[&>th]:h-9 [&>th]:border-b [&>th]:px-2.5 [&>th]:text-left [&>th]:font-medium">
          <th scope="col" className="w-10">
            <span className="sr-only">{columns.details}</span>
          </th>
          <th scope="col" className="w-28" aria-sort="descending">
            {columns.when}
          </th>
          <th scope="col" className="w-48">
            {columns.who}
          </th>
          <th scope="col">{columns.what}</th>
          <th scope="col" className="w-60 max-[1180px]:w-48">
            {columns.where}
          </th>
          <th scope="col" className="w-33 pr-4! text-right!">
            {columns.row}
          </th>
        </tr>
      </thead>
      {groupByDay(entries, timeZone, now).map((day) => (
        <tbody key={`${day.day}-${day.entries[0]?.id}`}>
          <tr>
            <th scope="rowgroup" colSpan={6} className="tnum h-8 border-b px-4 text-left text-xs font-medium text-fg-3">
              {day.label}
            </th>
          </tr>
          {day.entries.map((entry) => (
            <Fragment key={entry.id}>
              {broken && entry === gapBefore && <MissingRow seq={broken.seq} />}
              <AuditRow
                entry={entry}
                timeZone={timeZone}
                open={open.has(entry.id)}
                onFlip={() => onFlip(entry.id)}
                broken={broken}
              />
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The row that stands where a removed one would be passed, once it is loaded. */
function missingBefore(entries: readonly LogRow[], broken: Verified['broken']) {
  if (!broken || entries.some(({ seq }) => seq === broken.seq)) return undefined
  return entries.find(({ seq }) => seq !== null && seq < broken.seq)
}

function MissingRow({ seq }: { seq: number }) {
  return (
    <tr data-seq={seq} className="h-(--row-height) bg-danger-bg/60 dark:bg-danger-bg/50">
      <td colSpan={6} className="border-b px-4 text-danger-fg">
        <span tabIndex={-1} className="flex items-center gap-2 font-medium outline-none">
          <Link2Off size={14} aria-hidden />
          {texts.row.missing(seq)}
        </span>
      </td>
    </tr>
  )
}
