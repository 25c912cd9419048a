import { type KeyboardEvent, useState } from 'react'
import { Input } from '../../../ui/input.tsx'
import { readClock, stepClock } from './clock.ts'

type TimeInputProps = {
  label: string
  /** "HH:MM". */
  value: string
  onChange: (value: string) => void
  invalid: boolean
  describedBy: string | undefined
}

/** A time of day. What is no time goes back to what it was; the arrow keys move by a quarter of an hour. */
export function TimeInput({ label, value, onChange, invalid, describedBy }: TimeInputProps) {
  const [text, setText] = useState<string>()
  const commit = () => {
    const read = text === undefined ? undefined : readClock(text)
    setText(undefined)
    if (read && read !== value) onChange(read)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    setText(undefined)
    onChange(stepClock(value, event.key === 'ArrowUp' ? 1 : -1))
  }
  return (
    <Input
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      size="sm"
      inputMode="numeric"
      autoComplete="off"
      value={text ?? value}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      className="tnum px-1! text-center"
    />
  )
}
