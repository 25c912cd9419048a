import { parseDuration } from '@throughline/flow/eval'
import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { cn } from '../../../../ui/cn.ts'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { texts } from '../step.texts.ts'
import { useEditable } from '../step-context.ts'
import { ReadLine } from './read-line.tsx'

const units = ['s', 'm', 'h', 'd', 'bd', 'w'] as const
type Unit = (typeof units)[number]

/** "3 business days". A time that cannot be read stays as it was written. */
export function durationText(time: string): string {
  const read = parseDuration(time)
  return read ? `${read.n} ${read.n === 1 ? texts.unitsOne[read.unit] : texts.units[read.unit]}` : time
}

type DurationLineProps = {
  label: string
  /** `3bd`; without the sign that times before something carry. */
  value: string
  onChange: (time: string, typing: boolean) => void
  /** Left out where days make no sense. */
  only?: readonly Unit[]
  className?: string
}

/** How long: a number and its unit. The words beside name it. */
export function DurationLine({ label, value, onChange, only = units, className }: DurationLineProps) {
  const editable = useEditable()
  const { n, unit } = parseDuration(value) ?? { n: undefined, unit: only.includes('d') ? 'd' : 'm' }
  const [text, type] = useTyped(n === undefined ? value : String(n), (typed) => {
    const amount = typed.trim()
    if (parseDuration(`${amount}${unit}`)) onChange(`${amount}${unit}`, true)
  })
  if (!editable) return <ReadLine bare label={label} value={durationText(value)} />
  const wrong = !parseDuration(`${text.trim()}${unit}`)
  return (
    <div className={cn('min-w-0', className)}>
      <div className="flex gap-2">
        <Input
          aria-label={label}
          aria-invalid={wrong || undefined}
          inputMode="numeric"
          value={text}
          onChange={({ target }) => type(target.value)}
          className="tnum w-16! shrink-0"
        />
        <Select
          label={`${label}: ${texts.due.unit}`}
          value={unit}
          items={only.map((one) => ({
            value: one,
            label: text.trim() === '1' ? texts.unitsOne[one] : texts.units[one],
          }))}
          onChange={(next) => onChange(`${n ?? 1}${next}`, false)}
          className="min-w-0 flex-1"
        />
      </div>
      {wrong && (
        <p role="alert" className="mt-1 text-xs text-danger-fg">
          {texts.needsAmount}
        </p>
      )}
    </div>
  )
}
