import { useEffect, useEffectEvent, useMemo } from 'react'
import { isTyping, layerIsOpen } from '../../../ui/key-target.ts'
import { hasMod } from '../../../ui/mod-key.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { texts } from '../builder.texts.ts'
import type { Edits } from './use-edits.ts'
import type { View } from './use-view.ts'

type KeysOptions = {
  view: View
  edits: Edits
  editing: boolean
  onSave: () => void
  onEdit: (() => void) | undefined
}

export function useBuilderKeys({ view, edits, editing, onSave, onEdit }: KeysOptions) {
  const { mode, setMode, panel, selected, openPanel, select } = view
  const mayEdit = onEdit !== undefined && !editing
  usePageKeys(
    useMemo(() => {
      const close = panel || selected ? () => (panel ? openPanel(undefined) : select(undefined)) : undefined
      return [
        { key: 'h', label: texts.keys.versions, act: () => openPanel(panel === 'versions' ? undefined : 'versions') },
        { key: 'o', label: texts.keys.outline, act: () => setMode(mode === 'outline' ? 'form' : 'outline') },
        ...(mayEdit ? [{ key: 'e', label: texts.keys.edit, act: onEdit }] : []),
        ...(close ? [{ key: 'Escape', label: texts.keys.close, act: close }] : []),
      ]
    }, [mode, setMode, panel, selected, openPanel, select, mayEdit, onEdit]),
  )
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!hasMod(event) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (key === 's') {
      event.preventDefault()
      if (editing && !layerIsOpen()) onSave()
    } else if (editing && (key === 'z' || key === 'y') && !isTyping(event.target) && !layerIsOpen()) {
      event.preventDefault()
      if (key === 'y' || event.shiftKey) edits.redo()
      else edits.undo()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
