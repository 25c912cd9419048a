import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { texts } from '../step.texts.ts'
import { useEditable } from '../step-context.ts'

type OrderButtonsProps = {
  name: string
  at: number
  count: number
  /** Absent: the order means nothing here. */
  onMove?: ((by: -1 | 1) => void) | undefined
  onRemove?: (() => void) | undefined
}

const buttonIn = (entry: Element | undefined, selector: string) =>
  entry?.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`)

/** Focus goes along with the entry, so that the same key moves it on. */
function followMove(list: Element | null, to: number, by: -1 | 1) {
  const entry = list?.children[to]
  const button = buttonIn(entry, `[data-move="${by}"]`) ?? buttonIn(entry, '[data-move]')
  button?.focus()
}

/** Focus stays in the list, or goes to the heading of a list that is empty now. */
function followRemoval(list: Element | null, section: Element | null, at: number) {
  const rest = buttonIn(list?.children[at], '[data-remove]') ?? buttonIn(list?.children[at - 1], '[data-remove]')
  const button = rest ?? section?.querySelector<HTMLButtonElement>('h3 button')
  button?.focus()
}

/** Up, down and away, for an entry of a list. */
export function OrderButtons({ name, at, count, onMove, onRemove }: OrderButtonsProps) {
  if (!useEditable()) return null
  const move = (event: MouseEvent<HTMLElement>, by: -1 | 1) => {
    const list = event.currentTarget.closest('ol, ul')
    onMove?.(by)
    requestAnimationFrame(() => followMove(list, at + by, by))
  }
  const remove = (event: MouseEvent<HTMLElement>) => {
    const list = event.currentTarget.closest('ol, ul')
    const section = event.currentTarget.closest('section')
    onRemove?.()
    requestAnimationFrame(() => followRemoval(list, section, at))
  }
  return (
    <span className="flex shrink-0 items-center">
      {onMove && count > 1 && (
        <>
          <IconButton
            data-move={-1}
            label={texts.moveUp(name)}
            icon={ArrowUp}
            size="sm"
            disabled={at === 0}
            onClick={(event) => move(event, -1)}
          />
          <IconButton
            data-move={1}
            label={texts.moveDown(name)}
            icon={ArrowDown}
            size="sm"
            disabled={at === count - 1}
            onClick={(event) => move(event, 1)}
          />
        </>
      )}
      {onRemove && <IconButton data-remove label={texts.remove(name)} icon={X} size="sm" onClick={remove} />}
    </span>
  )
}

/** The list with the entry at `at` one place further up or down. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const entry = list[at]
  const next = list.toSpliced(at, 1)
  return entry === undefined ? next : next.toSpliced(at + by, 0, entry)
}
