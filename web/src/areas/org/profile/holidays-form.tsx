import type { Holiday } from '@throughline/contracts/org'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import type { Errors } from './draft.ts'
import { texts } from './time.texts.ts'

type HolidaysFormProps = { holidays: Holiday[]; errors: Errors; onChange: (holidays: Holiday[]) => void }

export function HolidaysForm({ holidays, errors, onChange }: HolidaysFormProps) {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** The row that gets the focus once it is there; after the last one was removed, the button. */
  const next = useRef<number>(undefined)
  useEffect(() => {
    if (next.current === undefined) return
    const row = list.current?.children[Math.min(next.current, holidays.length - 1)]
    const target = row?.querySelector('input') ?? add.current
    target?.focus()
    next.current = undefined
  }, [holidays])

  const addDay = () => {
    next.current = holidays.length
    onChange([...holidays, { name: '', from: '', to: '' }])
  }
  const remove = (position: number) => {
    next.current = position
    onChange(holidays.filter((_, index) => index !== position))
  }
  const change = (position: number, part: Partial<Holiday>) =>
    onChange(holidays.map((holiday, index) => (index === position ? { ...holiday, ...part } : holiday)))

  return (
    <section aria-labelledby="org-holidays" className="mt-5">
      <div className="flex items-center gap-2">
        <h3 id="org-holidays" className="flex-1 text-sm font-medium tracking-normal">
          {texts.holidays}
        </h3>
        <Button ref={add} size="sm" icon={Plus} onClick={addDay}>
          {texts.addDay}
        </Button>
      </div>
      {holidays.length === 0 && <p className="mt-2 text-fg-3">{texts.noHolidays}</p>}
      <ul ref={list} className="mt-2 divide-y rounded-md border empty:hidden">
        {holidays.map((holiday, index) => (
          <HolidayRow
            // oxlint-disable-next-line react/no-array-index-key -- a row has no name of its own while it is written
            key={index}
            holiday={holiday}
            position={index}
            errors={errors}
            onChange={(part) => change(index, part)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
    </section>
  )
}

type HolidayRowProps = {
  holiday: Holiday
  position: number
  errors: Errors
  onChange: (part: Partial<Holiday>) => void
  onRemove: () => void
}

function HolidayRow({ holiday: { name, from, to }, position, errors, onChange, onRemove }: HolidayRowProps) {
  const note = `holiday-${position}-note`
  const problem = (part: string) => errors[`holidays.${position}.${part}`]
  const message = problem('name') ?? problem('from') ?? problem('to')
  const wired = (part: string) => (problem(part) ? { 'aria-invalid': true, 'aria-describedby': note } : {})
  return (
    <li className="px-2 py-1.5">
      <div className="flex flex-wrap items-center gap-2 @lg:flex-nowrap">
        <Input
          aria-label={texts.holidayName}
          value={name}
          maxLength={120}
          onChange={(event) => onChange({ name: event.target.value })}
          className="min-w-40 flex-1"
          {...wired('name')}
        />
        <Input
          type="date"
          aria-label={texts.firstDay}
          value={from}
          // One day is the usual case: the last day follows until it is chosen.
          onChange={({ target: { value } }) => onChange({ from: value, ...((!to || to === from) && { to: value }) })}
          className="tnum w-36!"
          {...wired('from')}
        />
        <span aria-hidden className="text-fg-3">
          –
        </span>
        <Input
          type="date"
          aria-label={texts.lastDay}
          value={to}
          min={from}
          onChange={(event) => onChange({ to: event.target.value })}
          className="tnum w-36!"
          {...wired('to')}
        />
        <IconButton label={uiTexts.remove(name || texts.holidays)} icon={X} size="sm" onClick={onRemove} />
      </div>
      {message && (
        <p id={note} className="mt-1 text-xs text-danger-fg">
          {message}
        </p>
      )}
    </li>
  )
}
