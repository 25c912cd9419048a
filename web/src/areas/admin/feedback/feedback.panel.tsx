import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ControlledFeedback, FEEDBACK_STATES } from '@throughline/contracts/admin'
import type { Page } from '@throughline/contracts/client'
import { FEEDBACK_TYPES } from '@throughline/contracts/feedback'
import { Mail, MessageSquareOff } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { FilterDivider, FilterPills } from '../../../ui/filter-bar.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { countsQuery, FEEDBACK_KEY, type FeedbackFilter, feedbackQuery, setResolved } from '../admin.api.ts'
import { spec as adminSpec, texts as adminTexts } from '../admin.texts.ts'
import { Panel } from '../parts/panel.tsx'
import { spec, texts } from './feedback.texts.ts'

type Pages = InfiniteData<Page<ControlledFeedback[]>>

/** The row keeps its place until the list is read again, so that nothing moves under the reader. */
function useResolve(name: string) {
  const queries = useQueryClient()
  const { busy, run } = useAct()
  const put = (id: string, change: Partial<ControlledFeedback>) =>
    queries.setQueriesData({ queryKey: FEEDBACK_KEY }, (pages: Pages | undefined) => {
      const changed = (row: ControlledFeedback) => (row.id === id ? { ...row, ...change } : row)
      return pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, data: page.data.map(changed) })) }
    })
  const resolve = async (row: ControlledFeedback, wanted: boolean) => {
    const { id, resolved, resolved_at, resolved_by } = row
    const isDone = await run({
      name: id,
      call: () => setResolved(id, wanted),
      optimistic: async () => {
        // A list that is read for the first time goes on: without it a filter just chosen would have no rows.
        await queries.cancelQueries({ queryKey: FEEDBACK_KEY, predicate: ({ state }) => state.data !== undefined })
        const at = new Date().toISOString()
        put(id, { resolved: wanted, resolved_at: wanted ? at : null, resolved_by: wanted ? name : null })
        return () => void put(id, { resolved, resolved_at, resolved_by })
      },
      failed: spec.notUpdated,
      retry: () => resolve(row, wanted),
    })
    if (!isDone) return
    queries.removeQueries({ queryKey: FEEDBACK_KEY, type: 'inactive' })
    await queries.invalidateQueries({ queryKey: countsQuery.queryKey })
  }
  return { busy, resolve }
}

const EVERYTHING: FeedbackFilter = { status: 'all', feedback_type: undefined }

/** What people say about the product, open first. */
export function FeedbackPanel({ name }: { name: string }) {
  const [filter, setFilter] = useState(EVERYTHING)
  const list = useList(useListRows(useInfiniteQuery(feedbackQuery(filter))))
  const { busy, resolve } = useResolve(name)
  return (
    <Panel title={adminSpec.tabs.feedback} note={texts.note}>
      <Filters filter={filter} onChange={setFilter} />
      <ListBody
        list={list}
        texts={{
          label: adminSpec.tabs.feedback,
          loading: texts.loading,
          failed: spec.failed,
          retry: adminTexts.retry,
        }}
        empty={<NoFeedback filter={filter} onClear={() => setFilter(EVERYTHING)} />}
      >
        <ul className="space-y-3 p-0.5">
          {list.rows.map((row) => (
            <li key={row.id} data-row={row.id}>
              <Entry row={row} busy={busy === row.id} onResolve={(wanted) => void resolve(row, wanted)} />
            </li>
          ))}
        </ul>
        <ListEnd list={list} />
      </ListBody>
    </Panel>
  )
}

const ANY_TYPE = 'any'
const TYPES = [ANY_TYPE, ...FEEDBACK_TYPES] as const

type FiltersProps = { filter: FeedbackFilter; onChange: (filter: FeedbackFilter) => void }

function Filters({ filter, onChange }: FiltersProps) {
  const { status, feedback_type } = filter
  return (
    <div className="card mb-3 flex min-h-12 shrink-0 flex-wrap items-center gap-2 rounded-lg border bg-card px-3 py-1.5 shadow-xs">
      <FilterPills
        label={texts.show}
        value={status}
        onChange={(next) => onChange({ ...filter, status: next })}
        items={FEEDBACK_STATES.map((value) => ({ value, label: texts.states[value] }))}
      />
      <FilterDivider />
      <FilterPills
        label={texts.type}
        value={feedback_type ?? ANY_TYPE}
        onChange={(next) => onChange({ ...filter, feedback_type: next === ANY_TYPE ? undefined : next })}
        items={TYPES.map((value) => ({ value, label: value === ANY_TYPE ? texts.anyType : texts.types[value] }))}
      />
    </div>
  )
}

function NoFeedback({ filter: { status, feedback_type }, onClear }: { filter: FeedbackFilter; onClear: () => void }) {
  if (status === 'all' && feedback_type === undefined)
    return <ListEmpty icon={MessageSquareOff} title={spec.empty} hint={texts.emptyHint} />
  return (
    <ListEmpty
      icon={MessageSquareOff}
      title={texts.noMatches}
      hint={texts.noMatchesHint}
      action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
    />
  )
}

const TONES = { bug_report: 'danger', feature_request: 'violet', general_request: 'neutral', other: 'neutral' } as const
const SCORES = ['rating', 'ease_of_use', 'recommendation', 'usefulness'] as const

type EntryProps = { row: ControlledFeedback; busy: boolean; onResolve: (wanted: boolean) => void }

function Entry({ row, busy, onResolve }: EntryProps) {
  const { resolved, feedback_type, feedback } = row
  return (
    <article className={cn('card rounded-lg border px-4 py-3 shadow-xs', resolved ? 'bg-surface-2' : 'bg-card')}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={resolved ? 'neutral' : TONES[feedback_type]}>{texts.types[feedback_type]}</Tag>
        <From row={row} />
        <TimeAgo at={row.created_at} className="text-xs text-fg-3" />
        <span className="flex-1" />
        {resolved ? <ResolvedMark row={row} /> : <Reply row={row} />}
        <Button
          size="sm"
          variant={resolved ? 'ghost' : 'secondary'}
          data-main
          busy={busy}
          onClick={() => onResolve(!resolved)}
        >
          {resolved ? texts.reopen : spec.resolve}
        </Button>
      </div>
      <p
        translate={feedback ? 'no' : undefined}
        className={cn(
          'mt-1 max-w-180 text-md wrap-anywhere whitespace-pre-wrap',
          (resolved || !feedback) && 'text-fg-2',
        )}
      >
        {feedback || texts.noText}
      </p>
      <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1 text-xs">
        {SCORES.map((score) => (
          <div key={score} className="flex gap-1.5">
            <dt className="text-fg-2">{texts.scores[score]}</dt>
            <dd className="tnum">{scoreText(row[score])}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

const scoreText = (value: number | null) => (value === null ? texts.noScore : texts.ofFive(value))

function From({ row: { person, organization } }: { row: ControlledFeedback }) {
  const names = [person?.name, organization].filter(Boolean)
  if (!person) return <span className="text-sm text-fg-3">{texts.somebody}</span>
  return (
    <span translate="no" className="text-sm text-fg-2">
      {names.join(', ')}
    </span>
  )
}

function Reply({ row: { person } }: { row: ControlledFeedback }) {
  if (!person) return null
  return (
    <a
      href={`mailto:${encodeURIComponent(person.email)}?subject=${encodeURIComponent(texts.replySubject)}`}
      className={buttonClass({ variant: 'ghost', size: 'sm' })}
    >
      <Mail size={14} aria-hidden />
      {texts.reply}
    </a>
  )
}

function ResolvedMark({ row: { resolved_at, resolved_by } }: { row: ControlledFeedback }) {
  const zone = useZone()
  const now = useNow()
  const when = resolved_at && shortDate(resolved_at, zone, now)
  return (
    <>
      {when && (
        <span className="text-xs text-fg-2">
          {resolved_by ? texts.resolvedBy(when, resolved_by) : texts.resolvedAt(when)}
        </span>
      )}
      <Tag tone="success">{spec.resolved}</Tag>
    </>
  )
}
