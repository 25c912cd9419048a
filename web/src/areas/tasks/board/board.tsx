import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { TaskId } from '@throughline/contracts/ids'
import type { BoardColumn as Name, TaskRow } from '@throughline/contracts/tasks'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { Kbd } from '../../../ui/kbd.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { focusedRowId } from '../../../ui/row-focus.ts'
import { type Board as Columns, type TaskFilter, taskQuery } from '../tasks.api.ts'
import { texts as listTexts } from '../tasks.texts.ts'
import { texts } from './board.texts.ts'
import { BoardCard } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import { LiftedCard } from './lifted-card.tsx'
import { MoveMenu } from './move-menu.tsx'
import { moveOf, type Viewer } from './moves.ts'
import { useDrag } from './use-drag.ts'
import { useMove, wholeTaskOf } from './use-move.ts'

const cardsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-main]')]

/** Up and down within a column, left and right to the card beside it. True where there was one to go to. */
function moveBetweenCards(board: HTMLElement | null, key: string): boolean {
  const columns = [...(board?.querySelectorAll('[data-column]') ?? [])].map(cardsIn)
  const at = columns.findIndex((cards) => cards.some((card) => card === document.activeElement))
  const next = at < 0 ? columns.find((cards) => cards.length > 0)?.[0] : beside(columns, at, key)
  next?.focus()
  return next !== undefined
}

function beside(columns: readonly HTMLElement[][], at: number, key: string): HTMLElement | undefined {
  const cards = columns[at] ?? []
  const row = cards.findIndex((card) => card === document.activeElement)
  if (key === 'ArrowDown') return cards[row + 1]
  if (key === 'ArrowUp') return cards[row - 1]
  const ahead =
    key === 'ArrowRight' ? columns.slice(at + 1) : key === 'ArrowLeft' ? columns.slice(0, at).toReversed() : []
  const column = ahead.find((others) => others.length > 0)
  return column?.[Math.min(row, column.length - 1)]
}

type BoardProps = {
  columns: Columns
  filter: TaskFilter
  viewer: Viewer
  current: TaskId | undefined
  onOpen: (taskId: TaskId) => void
  onStep: (by: 1 | -1) => void
  scroller: RefObject<HTMLElement | null>
}

/** The cards of a column with those that are being moved into it, and without those that leave it. */
const movedTo = (
  column: Name,
  own: readonly TaskRow[],
  tasks: readonly TaskRow[],
  underWay: ReadonlyMap<TaskId, Name>,
) => [
  ...tasks.filter(({ id }) => underWay.get(id) === column && !own.some((one) => one.id === id)),
  ...own.filter(({ id }) => (underWay.get(id) ?? column) === column),
]

type BoardKeys = Pick<BoardProps, 'current' | 'onStep' | 'scroller'> & {
  tasks: readonly TaskRow[]
  openMenu: (task: TaskRow, anchor: HTMLElement) => void
}

function useBoardKeys({ tasks, current, onStep, scroller, openMenu }: BoardKeys) {
  const step = useCallback(
    (by: 1 | -1) => {
      if (current === undefined) moveBetweenCards(scroller.current, by === 1 ? 'ArrowDown' : 'ArrowUp')
      else onStep(by)
    },
    [current, onStep, scroller],
  )
  const move = useCallback(() => {
    const id = focusedRowId(scroller.current)
    const task = tasks.find((one) => one.id === id)
    const { activeElement } = document
    if (task && activeElement instanceof HTMLElement) openMenu(task, activeElement)
  }, [tasks, scroller, openMenu])
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: listTexts.keys.next, act: () => step(1) },
        { key: 'k', label: listTexts.keys.previous, act: () => step(-1) },
        { key: 'm', label: listTexts.keys.move, act: move },
      ],
      [step, move],
    ),
  )
}

export function Board({ columns, filter, viewer, current, onOpen, onStep, scroller }: BoardProps) {
  const queries = useQueryClient()
  const { underWay, move } = useMove(viewer, onOpen)
  const [menu, setMenu] = useState<{ task: TaskRow; anchor: HTMLElement }>()
  const names = useMemo(() => columns.map(({ column }) => column), [columns])
  const tasks = useMemo(() => columns.flatMap((column) => column.tasks), [columns])

  const decide = useCallback(
    (task: TaskRow, column: Name) => {
      const whole = queries.getQueryData(taskQuery(task.id).queryKey)
      return moveOf(task, column, viewer, whole && wholeTaskOf(whole))
    },
    [queries, viewer],
  )
  const onDrop = useCallback((task: TaskRow, column: Name) => move(task, column, decide(task, column)), [move, decide])
  const { drag, hand, press, moveCard } = useDrag({ board: scroller, columns: names, onDrop })
  // What is asked about the card in the hand or in the menu: its answer makes the reasons exact.
  const moving = drag?.task ?? menu?.task
  useQueries({ queries: [moving].flatMap((task) => (task ? [taskQuery(task.id)] : [])) })

  const openMenu = useCallback((task: TaskRow, anchor: HTMLElement) => setMenu({ task, anchor }), [])
  useBoardKeys({ tasks, current, onStep, scroller, openMenu })

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead from one card in it to the next */}
      <section
        ref={scroller}
        tabIndex={-1}
        aria-label={texts.board}
        onKeyDown={(event) => {
          const inCard = event.target instanceof HTMLElement && 'main' in event.target.dataset
          if (inCard && moveBetweenCards(scroller.current, event.key)) event.preventDefault()
        }}
        className="flex min-h-0 flex-1 gap-2 overflow-x-auto bg-board px-3 pt-3 outline-none max-[759px]:snap-x max-[759px]:snap-mandatory"
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.column}
            column={column}
            filter={filter}
            move={drag && decide(drag.task, column.column)}
            over={drag?.over === column.column}
            cards={(own) =>
              movedTo(column.column, own, tasks, underWay).map((task) =>
                drag?.task.id === task.id ? (
                  <CardGap key={task.id} height={drag.height} />
                ) : (
                  <BoardCard
                    key={task.id}
                    task={task}
                    current={task.id === current || task.id === menu?.task.id}
                    busy={underWay.has(task.id)}
                    onMove={(anchor) => openMenu(task, anchor)}
                    onPress={(event) => press(task, event)}
                  />
                ),
              )
            }
          />
        ))}
      </section>
      {(drag ?? menu) && <KeyboardHint />}
      {drag && (
        <LiftedCard drag={drag} move={drag.over && decide(drag.task, drag.over)} hand={hand} moveCard={moveCard} />
      )}
      {menu && (
        <MoveMenu
          task={menu.task}
          anchor={menu.anchor}
          choices={names.map((column) => ({ column, move: decide(menu.task, column) }))}
          onChoose={(choice) => move(menu.task, choice.column, choice.move)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  )
}

/** Keeps the place of the card that is being dragged. */
const CardGap = ({ height }: { height: number }) => (
  <div aria-hidden style={{ height }} className="rounded-md border border-dashed border-line-control bg-surface-3/60" />
)

function KeyboardHint() {
  const [by, opens, back] = texts.byKeyboard
  return (
    <p className="absolute bottom-4 left-1/2 z-10 -translate-x-1/2 rounded-full border bg-overlay px-3 py-1 text-xs whitespace-nowrap text-fg-2 shadow-md max-[759px]:hidden">
      {by} <Kbd>M</Kbd> {opens} <Kbd>Esc</Kbd> {back}
    </p>
  )
}
