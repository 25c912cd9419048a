import { Menu as Base } from '@base-ui/react/menu'
import type { BoardColumn, TaskRow } from '@throughline/contracts/tasks'
import { Ban } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { popupBox, popupItem, popupLayer } from '../../../ui/popup-style.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { spec } from '../tasks.texts.ts'
import { texts } from './board.texts.ts'
import type { Move } from './moves.ts'

type Choice = { column: BoardColumn; move: Move }

type MoveMenuProps = {
  task: TaskRow
  anchor: HTMLElement
  choices: readonly Choice[]
  onChoose: (choice: Choice) => void
  onClose: () => void
}

/** The twin of dragging: the same acts, the same reasons. Refused entries can be reached, so that the reason can be read. */
export function MoveMenu({ task, anchor, choices, onChoose, onClose }: MoveMenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It has no trigger that a key could have pressed, and begins at its first entry all the same.
    const frame = requestAnimationFrame(() => popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} align="start" className={popupLayer}>
          <Base.Popup ref={popup} finalFocus={() => anchor} className={cn(popupBox, 'w-[268px]')}>
            <Base.Group>
              <Base.GroupLabel className="truncate px-2 pt-1.5 pb-1 text-xs text-fg-3">
                {texts.moveTo(task.name)}
              </Base.GroupLabel>
              {choices.map((choice) => (
                <MoveItem key={choice.column} choice={choice} onChoose={onChoose} />
              ))}
            </Base.Group>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function MoveItem({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const { column, move } = choice
  if (move.kind === 'here') return null
  const accepts = move.kind === 'act'
  return (
    <Base.Item
      aria-disabled={!accepts}
      closeOnClick={accepts}
      onClick={() => accepts && onChoose(choice)}
      className={cn(popupItem, 'min-h-11 gap-2.5 data-highlighted:bg-accent-subtle')}
    >
      {accepts ? (
        <StatusGlyph status={column} size={15} />
      ) : (
        <Ban size={15} aria-hidden className="shrink-0 text-fg-3" />
      )}
      <span className="min-w-0 flex-1 leading-tight">
        <span className={cn('block', accepts ? 'font-medium' : 'text-fg-3')}>{spec.statuses[column]}</span>
        <span className="block text-xs text-fg-2">{move.why}</span>
      </span>
      {accepts && (
        <span aria-hidden className="opacity-0 in-data-highlighted:opacity-100">
          <Kbd>↵</Kbd>
        </span>
      )}
    </Base.Item>
  )
}
