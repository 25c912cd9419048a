import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

const COLOR = /^#[0-9a-f]{6}$/i

type ColorFieldProps = { label: string; value: string; onChange: (color: string) => void }

/** By its code, or picked; a code that is none yet changes nothing. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field label={label}>
      <span className="flex items-center gap-2">
        <input
          type="color"
          aria-label={label}
          value={value}
          onChange={(event) => {
            setTyped(undefined)
            onChange(event.target.value)
          }}
          className="size-8 shrink-0 cursor-pointer rounded-sm border bg-transparent"
        />
        <Input
          value={typed ?? value}
          maxLength={7}
          spellCheck={false}
          onBlur={() => setTyped(undefined)}
          onChange={({ target }) => {
            setTyped(target.value)
            if (COLOR.test(target.value)) onChange(target.value)
          }}
        />
      </span>
    </Field>
  )
}
