import { useEffect, useEffectEvent, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { isTyping, layerIsOpen } from '../../../ui/key-target.ts'
import { hasMod } from '../../../ui/mod-key.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { texts } from '../builder.texts.ts'
import type { Mode } from './builder-search.ts'
import type { View } from './use-view.ts'

type Acts = { save: () => void; undo: () => void; redo: () => void; edit: (() => void) | undefined }

/** Some boxes give what was typed on only when they are left, as the name of a variable does. */
function finishTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement) || !target.matches('input, textarea')) return
  flushSync(() => target.blur())
  target.focus()
}

/** Keys of the builder; those with ⌘ or Ctrl work also while single keys are switched off. */
export function useBuilderKeys(view: View, editing: boolean, acts: Acts) {
  const { mode, side, finding, setMode, show, find } = view
  const { edit } = acts
  usePageKeys(
    useMemo(() => {
      const toggle = (wanted: Mode) => () => setMode(mode === wanted ? 'visual' : wanted)
      return [
        { key: 'h', label: texts.keys.history, act: toggle('history') },
        { key: 't', label: texts.keys.tryIt, act: toggle('try') },
        { key: 'o', label: texts.keys.outline, act: toggle('outline') },
        ...(edit ? [{ key: 'e', label: texts.keys.edit, act: edit }] : []),
        ...(finding ? [{ key: 'Escape', label: texts.keys.close, act: () => find(false) }] : []),
        ...(side && !finding ? [{ key: 'Escape', label: texts.keys.close, act: () => show(undefined) }] : []),
      ]
    }, [mode, side, finding, setMode, show, find, edit]),
  )
  const save = useEffectEvent(() => acts.save())
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!hasMod(event) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (key === 's') {
      event.preventDefault()
      if (!editing || layerIsOpen()) return
      finishTyping(event.target)
      save()
    } else if (layerIsOpen()) return
    else if (key === 'f' && !event.shiftKey && (mode === 'visual' || mode === 'outline')) {
      event.preventDefault()
      find(true)
    } else if (editing && !isTyping(event.target) && (key === 'z' || key === 'y')) {
      event.preventDefault()
      if (key === 'y' || event.shiftKey) acts.redo()
      else acts.undo()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
