import { Ban } from 'lucide-react'
import { type RefObject, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../../../ui/cn.ts'
import { spec } from '../tasks.texts.ts'
import { texts } from './board.texts.ts'
import { CardFace, cardClass, cardTitle } from './board-card.tsx'
import { columnOf, type Move } from './moves.ts'
import type { Drag } from './use-drag.ts'

type LiftedCardProps = {
  drag: Drag
  move: Move | undefined
  hand: RefObject<HTMLDivElement | null>
  moveCard: () => void
}

/** The card in the hand; over a column that refuses it, the reason goes along. */
export function LiftedCard({ drag, move, hand, moveCard }: LiftedCardProps) {
  useLayoutEffect(moveCard, [moveCard])
  const { task, width, over } = drag
  const refused = move?.kind === 'refused' ? move : undefined
  const home = columnOf(task)
  const back = home ? spec.statuses[home] : ''
  return createPortal(
    <div ref={hand} style={{ width }} className="pointer-events-none fixed top-0 left-0 z-(--z-popover)">
      <div
        aria-hidden
        className={cn(cardClass, 'rotate-2 shadow-lg motion-reduce:rotate-0', refused && 'border-danger-mark')}
      >
        <CardFace
          task={task}
          lifted
          title={
            <p translate="no" dir="auto" className={cardTitle}>
              {task.name}
            </p>
          }
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block */}
      <div role="status">
        {refused && (
          <div className="mt-3 rounded-md bg-inverse px-3 py-2.5 text-xs text-fg-inverse shadow-lg">
            <p className="flex items-center gap-1.5 text-sm font-semibold">
              <Ban size={14} aria-hidden />
              {over === 'completed' ? texts.cannotComplete : texts.cannot}
            </p>
            <p className="mt-1">
              {refused.why} {refused.open === 'form' ? texts.letGoToForm(back) : texts.letGo(back)}
            </p>
          </div>
        )}
      </div>
    </div>,
    document.body,
  )
}
