import { useMemo } from 'react'
import { useDraftKeys } from '../../../shared/draft/use-draft-keys.ts'
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
  useDraftKeys({ editing, onSave, onUndo: edits.undo, onRedo: edits.redo })
}
