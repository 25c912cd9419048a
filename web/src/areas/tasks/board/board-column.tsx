import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { BoardColumn as Name, TaskRow } from '@throughline/contracts/tasks'
import { Ban } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { type Board, columnQuery, type TaskFilter } from '../tasks.api.ts'
import { spec } from '../tasks.texts.ts'
import { texts } from './board.texts.ts'
import type { Move } from './moves.ts'

export type ColumnOf = Board[number]

const countText = ({ count, capped }: ColumnOf) =>
  count === null ? undefined : capped ? texts.atLeast(count) : String(count)

type BoardColumnProps = {
  column: ColumnOf
  filter: TaskFilter
  /** What a drop here does, while a card is in the hand. */
  move: Move | undefined
  over: boolean
  /** The cards, with those that are on their way here. */
  cards: (tasks: readonly TaskRow[]) => ReactNode[]
}

export function BoardColumn({ column, filter, move, over, cards }: BoardColumnProps) {
  const name = column.column
  const { tasks, more } = useColumn(column, filter)
  const count = countText(column)
  const shown = cards(tasks)
  return (
    <section
      data-column={name}
      aria-label={texts.column(
        spec.statuses[name],
        column.count === null ? texts.countUnknown : texts.count(column.count),
      )}
      className={cn(
        'mb-3 flex min-w-[216px] flex-1 flex-col rounded-lg border px-2 pt-1',
        'max-[759px]:min-w-[82vw] max-[759px]:snap-start',
        frameOf(move, over),
      )}
    >
      <h2 className="flex h-7 shrink-0 items-center gap-2 px-1 text-sm font-medium tracking-normal">
        <StatusGlyph status={name} />
        {spec.statuses[name]}
        {count !== undefined && (
          <span translate="no" className="tnum font-normal text-fg-3">
            {count}
          </span>
        )}
      </h2>
      {move && <Hint move={move} over={over} />}
      <div className={cn('-mx-1 min-h-0 flex-1 space-y-2 overflow-y-auto px-1 pt-px pb-4', move ? 'mt-1' : 'mt-2')}>
        {shown}
        {shown.length === 0 && !more.next && <p className="px-1 py-2 text-sm text-fg-3">{spec.noItems}</p>}
        {more.failed && <p className="px-1 text-xs text-danger-fg">{texts.moreFailed}</p>}
        {more.next && <More name={name} busy={more.busy} onPress={more.next} />}
      </div>
    </section>
  )
}

function frameOf(move: Move | undefined, over: boolean) {
  if (move?.kind === 'act')
    return over ? 'border-solid border-accent bg-accent-subtle' : 'border-dashed border-accent-line bg-accent-subtle/45'
  return move?.kind === 'refused' && over ? 'border-solid border-danger-mark bg-danger-bg/40' : 'border-transparent'
}

function Hint({ move, over }: { move: Move; over: boolean }) {
  const tone =
    move.kind === 'act'
      ? 'text-accent-text'
      : move.kind === 'refused' && over
        ? 'font-medium text-danger-fg'
        : 'text-fg-3'
  return (
    <p className={cn('flex h-5 items-center gap-1 px-1 text-xs whitespace-nowrap', tone)}>
      {move.kind === 'refused' && <Ban size={12} aria-hidden className="shrink-0" />}
      <span className="truncate">{move.hint}</span>
    </p>
  )
}

function More({ name, busy, onPress }: { name: Name; busy: boolean; onPress: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      block
      busy={busy}
      busyLabel={texts.loadingMore}
      aria-label={texts.moreIn(spec.statuses[name])}
      onClick={onPress}
    >
      {texts.more}
    </Button>
  )
}

/** The first cards come with the board; the others when they are asked for, and then they stay fresh too. */
function useColumn({ column, tasks, next_cursor }: ColumnOf, filter: TaskFilter) {
  const [further, setFurther] = useState(false)
  const query = columnQuery(filter, column, next_cursor)
  const list = useInfiniteQuery({ ...query, enabled: further && next_cursor !== null })
  useBeginning(query.queryKey, list.data?.pageParams[0], next_cursor)
  const known = new Set(tasks.map(({ id }) => id))
  const rest = next_cursor === null ? [] : (list.data?.pages ?? []).flatMap((page) => page.data)
  const others = rest.flatMap((one) => (one.column === column ? one.tasks : [])).filter(({ id }) => !known.has(id))
  const fetchMore = () => {
    if (!further) setFurther(true)
    else if (list.isError && !list.data) void list.refetch()
    else void list.fetchNextPage()
  }
  const hasMore = next_cursor !== null && (!list.data || list.hasNextPage)
  return {
    tasks: [...tasks, ...others],
    more: { next: hasMore ? fetchMore : undefined, busy: list.isFetching, failed: list.isError },
  }
}

type ColumnKey = ReturnType<typeof columnQuery>['queryKey']

/** The first cards end elsewhere once others came or went: what follows them begins there, or cards would be missing. */
function useBeginning(queryKey: ColumnKey, begun: unknown, after: string | null) {
  const queries = useQueryClient()
  const beginAgain = useEffectEvent((cursor: string) => {
    queries.setQueryData(queryKey, (old) => old && { ...old, pageParams: [cursor, ...old.pageParams.slice(1)] })
    void queries.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (begun !== undefined && after !== null && begun !== after) beginAgain(after)
  }, [begun, after])
}
