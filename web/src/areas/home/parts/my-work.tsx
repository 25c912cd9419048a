import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskRow } from '@throughline/contracts/tasks'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useCallback, useMemo, useRef } from 'react'
import { can } from '../../../shared/current-user.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { focusedRowId, focusNextTo, moveBetweenRows, rowLink } from '../../../ui/row-focus.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useNearEnd } from '../../../ui/use-near-end.ts'
import { useSettledRows } from '../../../ui/use-settled-rows.ts'
import { dueGroupLabels } from '../../tasks/parts/task-labels.ts'
import { spec, texts } from '../home.texts.ts'
import type { CardStatus } from '../home-search.ts'
import { useMyWork, workGroups } from '../use-my-work.ts'
import { actOf, type RowActs } from '../use-row-acts.ts'
import { WorkRow } from './work-row.tsx'

const NothingToDo = lazyPart(
  () => import('./nothing-to-do.tsx'),
  (module) => module.default,
)

type MyWorkProps = {
  user: CurrentUser
  phone: boolean
  card: CardStatus | undefined
  acts: RowActs
  onShowAll: () => void
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }
/** The page scrolls, not the list. */
const NO_SCROLLER = { current: null }

const actButton = (section: HTMLElement | null, id: string) =>
  section?.querySelector<HTMLElement>(`[data-row="${id}"] [data-act]`) ?? null

type WorkRows = {
  section: RefObject<HTMLElement | null>
  rows: readonly TaskRow[]
  act: RowActs['act']
  canWork: boolean
}

/** Keys and arrows lead from row to row, and act on the one in focus; after an act the next one has it. */
function useRowKeys({ section, rows, act, canWork }: WorkRows) {
  const onAct = useCallback(
    (task: TaskRow) => {
      const focusNext = focusedRowId(section.current) === task.id ? focusNextTo(task.id, section.current) : undefined
      void act(task, focusNext)
    },
    [section, act],
  )
  const actOnFocused = useCallback(() => {
    const id = focusedRowId(section.current)
    const task = rows.find((row) => row.id === id)
    if (!task || !canWork) return
    // Nothing is completed by a single key: its button asks, ↵ presses it, Esc goes back.
    if (actOf(task) === 'complete') actButton(section.current, task.id)?.focus()
    else onAct(task)
  }, [section, rows, canWork, onAct])
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.keys.next, act: () => moveBetweenRows(section.current, 1) },
        { key: 'k', label: texts.keys.previous, act: () => moveBetweenRows(section.current, -1) },
        { key: 'c', label: texts.keys.act, act: actOnFocused },
      ],
      [section, actOnFocused],
    ),
  )
  const onKey = (event: KeyboardEvent) => {
    const id = focusedRowId(section.current)
    if (event.key === 'Escape' && id && event.target === actButton(section.current, id)) {
      rowLink(section.current, id)?.focus()
      event.preventDefault()
    }
    const by = STEPS[event.key]
    if (!by || focusedRowId(section.current) === undefined) return
    moveBetweenRows(section.current, by)
    event.preventDefault()
  }
  return { onAct, onKey }
}

export function MyWork({ user, phone, card, acts, onShowAll }: MyWorkProps) {
  const { list, name, tasks, ready, more, none, loading } = useMyWork(user.username, card)
  // What others add waits until it is called for.
  const { rows, waiting, showWaiting } = useSettledRows(name, tasks, ready)
  const now = useNow()
  const groups = useMemo(() => workGroups(rows, user.time_zone, now), [rows, user.time_zone, now])
  const section = useRef<HTMLElement>(null)
  const end = useNearEnd(NO_SCROLLER, more)
  const canWork = can(user, 'tasks.work')
  const { onAct, onKey } = useRowKeys({ section, rows, act: acts.act, canWork })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead from one row in it to the next
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="my-work"
      aria-busy={list.isPlaceholderData || undefined}
      onKeyDown={onKey}
      className={cn('outline-none', list.isPlaceholderData && 'opacity-60')}
    >
      <div className={cn('mb-1 flex min-h-8 items-center gap-2', phone && 'sr-only')}>
        <h2 id="my-work" className="text-lg">
          {texts.myWork}
        </h2>
        {list.isSuccess && !list.hasNextPage && rows.length > 0 && (
          <span translate="no" className="tnum text-sm text-fg-3">
            {rows.length}
          </span>
        )}
      </div>
      {waiting > 0 && (
        <Button size="sm" variant="primary" icon={ArrowUp} onClick={showWaiting} className="rounded-full">
          {texts.fresh(waiting)}
        </Button>
      )}
      {loading && <WorkLoading />}
      {list.isError && rows.length === 0 && (
        <ErrorBlock
          title={spec.loadFailed}
          hint={serverMessageOf(list.error)}
          retryLabel={spec.retry}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isError && rows.length > 0 && (
        <output className="my-2 block text-sm text-warning-fg">{texts.notRefreshed}</output>
      )}
      {none && (
        <Suspense>
          <NothingToDo card={card} canWork={canWork} onShowAll={onShowAll} />
        </Suspense>
      )}
      {groups.map(({ name, tasks }) => (
        <DueGroup key={name} name={name} count={tasks.length}>
          {tasks.map((task) => (
            <WorkRow
              key={task.id}
              task={task}
              phone={phone}
              busy={acts.busy.has(task.id)}
              onAct={canWork ? onAct : undefined}
            />
          ))}
        </DueGroup>
      ))}
      <div ref={end} aria-hidden className="h-px" />
      {list.isFetchingNextPage && <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>}
    </section>
  )
}

type DueGroupProps = { name: keyof typeof dueGroupLabels; count: number; children: ReactNode }

function DueGroup({ name, count, children }: DueGroupProps) {
  return (
    <section aria-label={dueGroupLabels[name]} className="not-first:mt-3 max-[759px]:not-first:mt-0">
      <h3
        className={cn(
          'mb-0.5 text-xs font-medium tracking-normal max-[759px]:mb-0 max-[759px]:bg-surface-2 max-[759px]:px-4 max-[759px]:py-1.5',
          name === 'overdue' ? 'text-danger-fg' : 'text-fg-3 max-[759px]:text-fg-2',
        )}
      >
        {dueGroupLabels[name]}{' '}
        <span translate="no" className="tnum ml-1 font-normal text-fg-3">
          {count}
        </span>
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

function WorkLoading() {
  return (
    <Loading label={texts.loading} className="max-[759px]:px-4">
      <Skeleton round className="mt-1 h-2.5 w-16" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-11 items-center gap-3 max-[759px]:h-16">
          <Skeleton round className="size-4 shrink-0" />
          <Skeleton round className="h-3 w-1/2" />
          <span className="flex-1" />
          <Skeleton round className="h-3 w-20" />
        </div>
      ))}
    </Loading>
  )
}
