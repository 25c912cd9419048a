import { Plus, X } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { zoneOptions } from '../../org/parts/zones.ts'
import { timeText, zoneName } from '../schedule-text.ts'
import { texts as startTexts, scheduleTexts as texts } from '../starts.texts.ts'
import type { Nth, NthOf, ScheduleDraft } from './schedule-draft.ts'

export type Change = (change: Partial<ScheduleDraft>) => void
type FieldsProps = { draft: ScheduleDraft; onChange: Change; disabled: boolean }

const MAX_TIMES = 24
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
const DEFAULT_ZONE = ''

const kinds = (['once', 'day', 'week', 'month'] as const).map((value) => ({ value, label: texts.kinds[value] }))
const nths = (['1', '2', '3', '4', '5', '-1'] as const satisfies Nth[]).map((value) => ({
  value,
  label: texts.nth[value] ?? '',
}))
const ofs = (['workday', '1', '2', '3', '4', '5', '6', '7'] as const satisfies NthOf[]).map((value) => ({
  value,
  label: value === 'workday' ? texts.workday : (startTexts.weekdays[Number(value) - 1] ?? ''),
}))

/** When it runs: kind, days, times and zone. */
export function WhenFields({ zone, ...props }: FieldsProps & { zone: string }) {
  const { draft, onChange, disabled } = props
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <Segmented
          label={texts.when}
          value={draft.kind}
          onChange={(kind) => onChange({ kind, ...(kind !== 'day' && { times: draft.times.slice(0, 1) }) })}
          items={kinds.map((kind) => ({ ...kind, disabled }))}
        />
      </div>
      {draft.kind === 'once' && (
        <Field label={texts.date}>
          <Input
            type="date"
            value={draft.day}
            disabled={disabled}
            onChange={(event) => onChange({ day: event.currentTarget.value })}
          />
        </Field>
      )}
      {(draft.kind === 'day' || draft.kind === 'week') && <Every {...props} />}
      {draft.kind === 'week' && <Weekdays {...props} />}
      {draft.kind === 'month' && <MonthDay {...props} />}
      <div className="grid grid-cols-[1fr_minmax(0,1.4fr)] items-start gap-3">
        <Times {...props} />
        <Zone {...props} zone={zone} />
      </div>
      <p className="text-xs text-fg-3">{texts.clockNote}</p>
    </div>
  )
}

function Every({ draft, onChange, disabled }: FieldsProps) {
  const isDay = draft.kind === 'day'
  const count = Number(draft.every) || 1
  return (
    <div className="flex items-center gap-2 text-sm">
      <span>{texts.every}</span>
      <Input
        type="number"
        min={1}
        max={isDay ? 365 : 52}
        aria-label={isDay ? texts.everyDays : texts.everyWeeks}
        value={draft.every}
        disabled={disabled}
        onChange={(event) => onChange({ every: event.currentTarget.value })}
        className="w-16!"
      />
      <span>{isDay ? texts.day(count) : texts.week(count)}</span>
    </div>
  )
}

function Weekdays({ draft, onChange, disabled }: FieldsProps) {
  const toggle = (day: number) =>
    onChange({ days: draft.days.includes(day) ? draft.days.filter((one) => one !== day) : [...draft.days, day] })
  return (
    <fieldset aria-label={texts.onDays} className="flex gap-1.5">
      {DAYS.map((day) => {
        const name = startTexts.weekdays[day - 1] ?? ''
        return (
          <button
            key={day}
            type="button"
            aria-pressed={draft.days.includes(day)}
            aria-label={name}
            title={name}
            disabled={disabled}
            onClick={() => toggle(day)}
            className={cn(
              'h-8 flex-1 rounded-sm border border-line-control text-sm hover:bg-surface-2',
              'aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent',
            )}
          >
            {name.charAt(0)}
          </button>
        )
      })}
    </fieldset>
  )
}

function MonthDay({ draft, onChange, disabled }: FieldsProps) {
  const radio = (by: ScheduleDraft['monthBy'], label: string) => (
    <label className="flex w-20 shrink-0 items-center gap-2 text-sm">
      <input
        type="radio"
        name="month-by"
        className="radio-dot"
        checked={draft.monthBy === by}
        disabled={disabled}
        onChange={() => onChange({ monthBy: by })}
      />
      {label}
    </label>
  )
  return (
    <fieldset aria-label={texts.monthBy} className="grid min-w-0 gap-2">
      <div className="flex items-center gap-2">
        {radio('day', texts.onDay)}
        <Input
          type="number"
          min={1}
          max={31}
          aria-label={texts.dayOfMonth}
          value={draft.dayOfMonth}
          disabled={disabled}
          onChange={(event) => onChange({ dayOfMonth: event.currentTarget.value, monthBy: 'day' })}
          className="w-16!"
        />
      </div>
      <div className="flex items-center gap-2">
        {radio('nth', texts.onThe)}
        <Select
          label={texts.which}
          value={draft.nth}
          items={nths}
          disabled={disabled}
          onChange={(nth) => onChange({ nth, monthBy: 'nth' })}
          className="w-22! shrink-0"
        />
        <Select
          label={texts.whichDay}
          value={draft.nthOf}
          items={ofs}
          disabled={disabled}
          onChange={(nthOf) => onChange({ nthOf, monthBy: 'nth' })}
          className="min-w-0"
        />
      </div>
    </fieldset>
  )
}

function Times({ draft, onChange, disabled }: FieldsProps) {
  const put = (at: number, time: string) => onChange({ times: draft.times.map((one, n) => (n === at ? time : one)) })
  const several = draft.kind === 'day'
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{texts.at}</p>
      <ul className="grid gap-1.5">
        {draft.times.map((time, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows may hold the same time while one is typed
          <li key={at} className="flex items-center gap-1">
            <Input
              type="time"
              aria-label={draft.times.length > 1 ? texts.atNumber(at + 1) : texts.at}
              value={time}
              disabled={disabled}
              onChange={(event) => put(at, event.currentTarget.value)}
            />
            {draft.times.length > 1 && (
              <IconButton
                label={texts.removeTime(time ? timeText(time) : '')}
                icon={X}
                size="sm"
                disabled={disabled}
                onClick={() => onChange({ times: draft.times.filter((_, n) => n !== at) })}
              />
            )}
          </li>
        ))}
      </ul>
      {several && draft.times.length < MAX_TIMES && (
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          disabled={disabled}
          className="mt-1"
          onClick={() => onChange({ times: [...draft.times, '12:00'] })}
        >
          {texts.addTime}
        </Button>
      )}
    </div>
  )
}

function Zone({ draft, onChange, disabled, zone }: FieldsProps & { zone: string }) {
  const items = useMemo(
    () => [{ value: DEFAULT_ZONE, label: texts.zoneDefault(zoneName(zone)) }, ...zoneOptions(zone)],
    [zone],
  )
  return (
    <Field label={texts.zone}>
      <ComboboxOne
        items={items}
        value={draft.zone ?? DEFAULT_ZONE}
        disabled={disabled}
        onChange={(next) => onChange({ zone: next === DEFAULT_ZONE ? null : next })}
      />
    </Field>
  )
}
