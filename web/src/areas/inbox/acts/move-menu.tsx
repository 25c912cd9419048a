import type { MessageLabel } from '@throughline/contracts/inbox'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { Popover } from '../../../ui/popover.tsx'
import { popupItem } from '../../../ui/popup-style.ts'
import { texts } from './acts.texts.ts'
import { LabelForm } from './label-form.tsx'

type MoveMenuProps = {
  labels: readonly MessageLabel[]
  /** The label that the messages have, where it is one. */
  current: string | undefined
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  onMove: (labelId: string) => void
}

/** The labels, with the present one ticked, and a new one. */
export function MoveMenu({ labels, current, trigger, open, onOpenChange, onMove }: MoveMenuProps) {
  const move = (labelId: string) => {
    onOpenChange(false)
    if (labelId !== current) onMove(labelId)
  }
  return (
    <Popover trigger={trigger} title={texts.move} open={open} onOpenChange={onOpenChange} className="w-68! p-3!">
      <ul>
        {labels.map(({ label_id, name, color }) => (
          <li key={label_id}>
            <button
              type="button"
              aria-pressed={label_id === current}
              onClick={() => move(label_id)}
              className={`${popupItem} inset-focus w-full text-left hover:bg-surface-3`}
            >
              <LabelDot color={color} />
              <span translate="no" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              {label_id === current && <Check size={14} aria-hidden className="text-accent-text" />}
            </button>
          </li>
        ))}
      </ul>
      <div className="-mx-3 mt-2 -mb-3 border-t bg-surface-2 p-3">
        <LabelForm submit={texts.createAndMove} onMade={move} />
      </div>
    </Popover>
  )
}

export function LabelDot({ color }: Pick<MessageLabel, 'color'>) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />
}
