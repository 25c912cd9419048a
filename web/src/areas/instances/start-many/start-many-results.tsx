import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { Progress } from '../../../ui/progress.tsx'
import { texts } from './start-many.texts.ts'
import type { SentRow, StartingMany } from './use-start-many.ts'

const LOOK = {
  refused: { icon: CircleX, glyph: 'text-danger-fg', note: texts.refused },
  unknown: { icon: CircleHelp, glyph: 'text-warning-fg', note: texts.unknown },
  waiting: { icon: CircleDashed, glyph: 'text-fg-3', note: texts.waiting },
  done: { icon: CircleCheck, glyph: 'text-success-fg', note: '' },
} as const

const ORDER = ['refused', 'unknown', 'waiting', 'done'] as const
const stateOf = ({ result }: SentRow): keyof typeof LOOK => result?.result ?? 'waiting'

/** One line for each row: those that did not start first. */
export function StartManyResults({
  rows,
  busy,
  lost,
}: Pick<StartingMany, 'busy' | 'lost'> & { rows: readonly SentRow[] }) {
  const done = rows.filter((row) => stateOf(row) === 'done').length
  const lines = busy ? rows : ORDER.flatMap((state) => rows.filter((row) => stateOf(row) === state))
  return (
    <div className="space-y-3">
      {lost && !busy && <Banner tone="danger" title={lost} />}
      <output className="block text-sm font-medium">{texts.summary(done, rows.length)}</output>
      {busy && <Progress label={texts.progress(done, rows.length)} value={(done / rows.length) * 100} />}
      <ul aria-label={texts.results} className="divide-y rounded-md border">
        {lines.map((row) => (
          <ResultLine key={row.key} row={row} />
        ))}
      </ul>
    </div>
  )
}

function ResultLine({ row }: { row: SentRow }) {
  const { icon: Icon, glyph, note } = LOOK[stateOf(row)]
  const instance = row.result?.instance
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Icon size={16} aria-hidden className={cn('shrink-0', glyph)} />
      <span className="min-w-0 flex-1 text-sm">
        <span translate="no" className="block truncate">
          {row.name}
        </span>
        {!instance && <span className="block text-xs text-fg-2">{row.reason ?? note}</span>}
      </span>
      {instance ? (
        <Link
          to="/instances/$instanceId"
          params={{ instanceId: instance.id }}
          className={cn(linkClass, 'tnum text-sm')}
        >
          {instance.key}
        </Link>
      ) : (
        <span className="tnum shrink-0 text-xs text-fg-3">{texts.row(row.number)}</span>
      )}
    </li>
  )
}
