import type { Json } from '@throughline/flow/eval'
import { useState } from 'react'
import { Input, type InputProps } from '../../../ui/input.tsx'
import { numberText, readNumber } from './number-text.ts'

type NumberInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  value: Json
  onChange: (value: Json) => void
  money?: boolean
}

/** A number as people write it; while it is written, nothing about it changes under their hands. */
export function NumberInput({ value, onChange, money = false, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && readNumber(typed) === value
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={isCurrent ? typed : numberText(value, money)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readNumber(target.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
