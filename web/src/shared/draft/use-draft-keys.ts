import { useEffect, useEffectEvent } from 'react'
import { isTyping, layerIsOpen } from '../../ui/key-target.ts'
import { hasMod } from '../../ui/mod-key.ts'

type DraftKeys = { editing: boolean; onSave: () => void; onUndo: () => void; onRedo: () => void }

/** ⌘S, ⌘Z and ⇧⌘Z of a builder. Text that is being typed keeps its own undo. */
export function useDraftKeys({ editing, onSave, onUndo, onRedo }: DraftKeys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!hasMod(event) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (key === 's') {
      event.preventDefault()
      if (editing && !layerIsOpen()) onSave()
    } else if (editing && (key === 'z' || key === 'y') && !isTyping(event.target) && !layerIsOpen()) {
      event.preventDefault()
      if (key === 'y' || event.shiftKey) onRedo()
      else onUndo()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
