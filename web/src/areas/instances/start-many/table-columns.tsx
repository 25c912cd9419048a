import type { Table } from '@throughline/flow/start-table'
import { TriangleAlert } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Select } from '../../../ui/select.tsx'
import { spec } from '../start/start.texts.ts'
import { texts } from './start-many.texts.ts'
import { type Mapping, type ReadRow, type Target, targetTwice } from './table-rows.ts'

const IGNORED = 'ignored'

type TableColumnsProps = {
  table: Table
  targets: readonly Target[]
  mapping: Mapping
  rows: readonly ReadRow[]
  onChange: (mapping: Mapping) => void
}

/** What each column becomes, and what of the rows would start. */
export function TableColumns({ table, targets, mapping, rows, onChange }: TableColumnsProps) {
  const twice = targets.find(({ value }) => value === targetTwice(mapping))
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const items = [{ value: IGNORED, label: texts.ignore }, ...targets.map(({ value, label }) => ({ value, label }))]
  const hasDates = mapping.includes('due')
  return (
    <div className="space-y-4">
      <section aria-label={texts.columns}>
        <h3 className="mb-2 text-sm font-medium">{texts.columns}</h3>
        <ul className="space-y-2">
          {table.headers.map((header, at) => {
            const name = header || texts.unnamed(at + 1)
            return (
              // oxlint-disable-next-line react/no-array-index-key -- columns have no name of their own that is unique
              <li key={at} className="flex items-center gap-3">
                <span translate="no" className="min-w-0 flex-1">
                  <span className="block truncate text-sm">{name}</span>
                  <span className="block truncate text-xs text-fg-3">
                    {table.rows.find((cells) => cells[at])?.[at] ?? ''}
                  </span>
                </span>
                <Select
                  label={texts.column(name)}
                  value={mapping[at] ?? IGNORED}
                  onChange={(value) => onChange(mapping.with(at, value === IGNORED ? null : value))}
                  items={items}
                  className="w-52!"
                />
              </li>
            )
          })}
        </ul>
        <p className="mt-2 text-xs text-fg-3">
          {[!mapping.includes('name') && texts.nameNote, hasDates && texts.dateNote].filter(Boolean).join(' ')}
        </p>
      </section>
      {twice && <Banner tone="danger" title={texts.twice(twice.label || spec.fields.name)} />}
      {bad.length > 0 && <BadRows rows={bad} />}
    </div>
  )
}

function BadRows({ rows }: { rows: readonly ReadRow[] }) {
  return (
    <section aria-label={texts.problemRows}>
      <h3 className="flex items-center gap-1.5 text-sm font-medium text-warning-fg">
        <TriangleAlert size={14} aria-hidden />
        {texts.problems(rows.length)}
      </h3>
      <p className="mt-0.5 mb-2 text-xs text-fg-3">{texts.problemsHint}</p>
      <ul className="divide-y rounded-md border">
        {rows.map(({ number, name, problems }) => (
          <li key={number} className="flex gap-3 px-3 py-2 text-sm">
            <span className="tnum shrink-0 text-xs leading-5 text-fg-3">{texts.row(number)}</span>
            <span className="min-w-0 flex-1">
              <span translate="no" className="block truncate">
                {name}
              </span>
              {problems.map((problem) => (
                <span key={problem} className="block text-xs text-danger-fg">
                  {problem}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
