import { useId, useMemo } from 'react'
import { cn } from '../../../ui/cn.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TimeInput } from '../parts/time-input.tsx'
import { zoneOptions } from '../parts/zones.ts'
import { type Calendar, dayName, daysFrom, type Errors } from './draft.ts'
import { HolidaysForm } from './holidays-form.tsx'
import { texts } from './time.texts.ts'
import { DayName, dayCell, hoursOf, TimeCard, weekGrid } from './working-time.tsx'

const USUAL_HOURS = { from: '09:00', to: '17:00' }
/** Where weeks begin in the world; the others are offered too, after them. */
const STARTS = [1, 7, 6, 2, 3, 4, 5] as const
const starts = STARTS.map((day) => ({ value: String(day), label: dayName(day) }))

type FormProps = { values: Calendar; errors: Errors; onChange: (change: Partial<Calendar>) => void }

export function WorkingTimeForm({ values, errors, onChange }: FormProps) {
  const { time_zone, week_start, holidays } = values
  const zones = useMemo(() => zoneOptions(time_zone), [time_zone])
  return (
    <TimeCard>
      <WeekForm values={values} errors={errors} onChange={onChange} />
      <div className="mt-5 grid gap-x-5 gap-y-4 @md:grid-cols-2">
        <Field label={texts.zone} hint={texts.zoneNote} error={errors['time_zone']}>
          <ComboboxOne items={zones} value={time_zone} onChange={(zone) => onChange({ time_zone: zone })} />
        </Field>
        <Field label={texts.weekStart}>
          <Select
            value={String(week_start)}
            items={starts}
            onChange={(value) => onChange({ week_start: STARTS.find((day) => String(day) === value) ?? week_start })}
          />
        </Field>
      </div>
      <HolidaysForm holidays={holidays} errors={errors} onChange={(next) => onChange({ holidays: next })} />
    </TimeCard>
  )
}

function WeekForm({ values: { week_start, working_days }, errors, onChange }: FormProps) {
  const id = useId()
  const set = (day: (typeof STARTS)[number], hours: typeof USUAL_HOURS | undefined) => {
    const others = working_days.filter((each) => each.day !== day)
    onChange({ working_days: [...others, ...(hours ? [{ day, ...hours }] : [])].toSorted((a, b) => a.day - b.day) })
  }
  const problems = daysFrom(week_start).flatMap((day) => errors[`working_days.${day}`] ?? [])
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{texts.days}</legend>
      <div className={weekGrid}>
        {daysFrom(week_start).map((day) => {
          const hours = hoursOf(working_days, day)
          const invalid = errors[`working_days.${day}`] !== undefined
          const time = (end: 'from' | 'to') =>
            hours && (
              <TimeInput
                label={texts[end](dayName(day))}
                value={hours[end]}
                onChange={(value) => set(day, { from: hours.from, to: hours.to, [end]: value })}
                invalid={invalid}
                describedBy={invalid ? id : undefined}
              />
            )
          return (
            <div key={day} className={dayCell(hours !== undefined)}>
              <button
                type="button"
                aria-pressed={hours !== undefined}
                onClick={() => set(day, hours ? undefined : USUAL_HOURS)}
                className={cn(
                  'mb-1.5 block h-7 w-full rounded-sm text-sm font-medium hover:bg-surface-3',
                  'aria-pressed:bg-accent aria-pressed:text-on-accent aria-pressed:hover:bg-accent-hover',
                )}
              >
                <DayName day={day} />
              </button>
              {hours ? (
                <span className="grid gap-1">
                  {time('from')}
                  {time('to')}
                </span>
              ) : (
                <span className="grid h-15 place-items-center text-xs">{texts.off}</span>
              )}
            </div>
          )
        })}
      </div>
      {problems.length > 0 && (
        <p id={id} className="mt-1.5 text-xs text-danger-fg">
          {problems.join('. ')}
        </p>
      )}
    </fieldset>
  )
}
