import { useState } from 'react'
import { TextLine } from '../parts/text-line.tsx'
import { texts } from './fields.texts.ts'

type NumberLineProps = {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  path: string
}

const read = (text: string) => (text.trim() === '' ? undefined : Number(text))

/** A number that may be missing. What is none stays in the box and is not given on. */
export function NumberLine({ label, value, onChange, path }: NumberLineProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const shown =
    Object.is(read(text), value) || Number.isNaN(read(text)) ? text : value === undefined ? '' : String(value)
  return (
    <TextLine
      label={label}
      inputMode="decimal"
      value={shown}
      error={Number.isNaN(read(shown)) ? texts.needsNumber : undefined}
      onChange={(typed) => {
        setText(typed)
        const number = read(typed)
        if (!Number.isNaN(number)) onChange(number)
      }}
      path={path}
    />
  )
}
