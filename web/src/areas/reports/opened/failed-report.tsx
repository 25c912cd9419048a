import { useQueries, useQuery } from '@tanstack/react-query'
import type { OpenedReport, ReportRun } from '@throughline/contracts/reports'
import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { type Bar, Bars } from '../../analytics/parts/bars.tsx'
import { viewsIn } from '../query-text.ts'
import { viewCountQuery, viewsQuery } from '../reports.api.ts'
import { openedTexts as texts } from '../reports.texts.ts'

type FailedReportProps = {
  report: OpenedReport
  run: ReportRun
  /** Whether this person can ask the database at all. */
  mayRun: boolean
  /** Ways on. */
  actions: ReactNode
}

/** Why a run has no answer, where in the query, and what that reads; of a query that was changed since, only why. */
export function FailedReport({ report: { query }, run: { problem, stale }, mayRun, actions }: FailedReportProps) {
  return (
    <div className="mx-auto w-[780px] max-w-full space-y-4">
      <section role="alert" className="rounded-lg border border-danger-line bg-danger-bg px-5 py-4">
        <h2 className="flex items-center gap-2 text-md text-danger-fg">
          <CircleX size={18} aria-hidden />
          {problem?.message}
        </h2>
        {problem?.hint && <p className="mt-1.5 text-sm">{problem.hint}</p>}
        <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
      </section>
      {!stale && <QueryLines query={query} line={problem?.line} />}
      {mayRun && !stale && <WhatItReads query={query} />}
    </div>
  )
}

function QueryLines({ query, line }: { query: string; line: number | undefined }) {
  return (
    <Card title={texts.query} {...(line !== undefined && { note: texts.queryLine(line) })}>
      <ol translate="no" className="overflow-x-auto py-2 font-mono text-xs leading-5">
        {query.split('\n').map((text, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a line is its place
            key={at}
            className={cn('flex gap-4 px-5', at + 1 === line && 'bg-danger-bg')}
          >
            <span
              aria-hidden
              className={cn('w-5 shrink-0 text-right', at + 1 === line ? 'text-danger-fg' : 'text-fg-3')}
            >
              {at + 1}
            </span>
            <span className="whitespace-pre">{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The views that the query names, with how many rows of each this person can see. */
function WhatItReads({ query }: { query: string }) {
  const { data } = useQuery(viewsQuery)
  const views = data ? viewsIn(query, data.views) : []
  const counts = useQueries({ queries: views.map(({ name }) => viewCountQuery(name)) })
  if (views.length === 0) return null
  const bars = views.map(({ name, meaning }, at): Bar => {
    const count = counts[at]?.data
    return {
      key: name,
      name,
      note: meaning,
      parts: [{ value: count ?? 0, color: 'var(--viz-1)', word: name }],
      end: <span translate="no">{count === undefined || Number.isNaN(count) ? '' : numberText(count)}</span>,
    }
  })
  return (
    <Card title={texts.reads} note={texts.readsNote}>
      <div className="pt-2">
        <Bars bars={bars} nameWidth={280} endWidth={90} />
      </div>
    </Card>
  )
}
