import type { WebsiteElement } from '@throughline/contracts/website-content'
import type { KeyboardEvent } from 'react'
import { hasMod } from '../../../ui/mod-key.ts'
import type { ElementActs } from './use-element-acts.ts'

export type ElementKeys = {
  elements: readonly WebsiteElement[]
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Its text on the page, or else its fields. */
  onEdit: (id: string) => void
  /** Opens the menu of places, or of kinds. */
  onMenu: (menu: 'move' | 'add') => void
  acts: ElementActs
}

/** The same keys in the list beside the page and on the page itself. */
export function pressElementKey(event: KeyboardEvent, keys: ElementKeys) {
  const { elements, selected, onSelect, onEdit, onMenu, acts } = keys
  const at = elements.findIndex(({ id }) => id === selected)
  const chosen = elements[at]
  const go = (to: number) => {
    const next = elements[Math.min(Math.max(to, 0), elements.length - 1)]
    if (next) onSelect(next.id)
  }
  const onChosen = (act: (id: string) => void) => chosen && (() => act(chosen.id))
  const moves: Record<string, (() => void) | undefined> = {
    ArrowDown: onChosen((id) => acts.move(id, 1)),
    ArrowUp: onChosen((id) => acts.move(id, -1)),
    Home: onChosen(acts.moveToTop),
    End: onChosen(acts.moveToEnd),
  }
  const plain: Record<string, (() => void) | undefined> = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at === -1 ? 0 : at - 1),
    Home: () => go(0),
    End: () => go(elements.length - 1),
    Enter: onChosen(onEdit),
    Delete: onChosen(acts.remove),
    Backspace: onChosen(acts.remove),
    Escape: onChosen(() => onSelect(undefined)),
    m: onChosen(() => onMenu('move')),
    '/': () => onMenu('add'),
  }
  const act = hasMod(event)
    ? event.key === 'd'
      ? onChosen(acts.duplicate)
      : undefined
    : (event.altKey ? moves : plain)[event.key]
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
