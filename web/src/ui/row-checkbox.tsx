import { type MouseEvent, useRef } from 'react'
import { Checkbox } from './checkbox.tsx'
import { uiTexts } from './ui.texts.ts'

type RowCheckboxProps = { name: string; checked: boolean; onToggle: (on: boolean, range: boolean) => void }

/** With Shift: everything up to here. */
export function RowCheckbox({ name, checked, onToggle }: RowCheckboxProps) {
  const range = useRef(false)
  return (
    <Checkbox
      aria-label={uiTexts.selectRow(name)}
      checked={checked}
      onClick={(event: MouseEvent) => {
        range.current = event.shiftKey
      }}
      onChange={(on) => onToggle(on, range.current)}
    />
  )
}
