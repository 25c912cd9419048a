import { type KeyboardEvent, useState } from 'react'
import { Input } from '../../../ui/input.tsx'

const DAY = 24 * 60
const STEP = 15

const pad = (value: number) => String(value).padStart(2, '0')
const written = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

/** What people type for a time of day: "9", "930", "9.30", "09:30". Nothing where it is none. */
export function readClock(text: string): string | undefined {
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*$/.exec(text) ?? []
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return written(Number(hours) * 60 + Number(minutes))
}

/** A quarter of an hour later or earlier, within the day. */
export function stepClock(clock: string, direction: 1 | -1): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const next = Math.round((hours * 60 + minutes + direction * STEP) / STEP) * STEP
  return written(Math.min(Math.max(next, 0), DAY - STEP))
}

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
