import { type KeyboardEvent, useState } from 'react'
import { clockTime } from '../../../shared/format/time.ts'
import { Input } from '../../../ui/input.tsx'

const DAY = 24 * 60
const STEP = 15

const pad = (value: number) => String(value).padStart(2, '0')
const written = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

const TIME_OF_DAY = /^\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*(?:([ap])\.?m?\.?)?\s*$/i

/** What people type for a time of day: "9", "930", "9.30", "09:30", "9 pm". Undefined if it isn't a time. */
export function readClock(text: string): string | undefined {
  const [, hours = '', minutes = '0', half] = TIME_OF_DAY.exec(text) ?? []
  const hour = Number(hours)
  if (!hours || hour > 23 || Number(minutes) > 59) return undefined
  if (half === undefined) return written(hour * 60 + Number(minutes))
  if (hour < 1 || hour > 12) return undefined
  return written(((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minutes))
}

/** "9:00 AM", of "09:00". */
export const shownClock = (clock: string) => clockTime(`1970-01-01T${clock}Z`, 'UTC')

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
      autoComplete="off"
      value={text ?? shownClock(value)}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      className="tnum px-1! text-center"
    />
  )
}
