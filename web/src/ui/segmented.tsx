import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Tooltip } from './tooltip.tsx'

type Segment<V extends string> = { value: V; label: string; icon?: LucideIcon; iconOnly?: boolean; disabled?: boolean }

type SegmentedProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly Segment<V>[]
}

const segment =
  'relative inline-flex h-[calc(var(--control-md)-4px)] items-center gap-1.5 rounded-[5px] px-2.5 text-sm font-medium ' +
  'whitespace-nowrap text-fg-2 hover:text-fg has-checked:bg-surface has-checked:text-fg has-checked:shadow-sm ' +
  'has-disabled:text-fg-disabled dark:has-checked:bg-neutral-line'

/** One of a few views of the same thing. Real radio buttons: one tab stop, arrow keys choose at once. */
export function Segmented<V extends string>({ label, value, onChange, items }: SegmentedProps<V>) {
  const name = useId()
  return (
    <fieldset aria-label={label} className="inline-flex min-w-0 rounded-sm bg-surface-3 p-0.5">
      {items.map(({ value: own, label: word, icon: Icon, iconOnly, disabled }) => {
        const option = (
          <label key={own} className={segment}>
            <input
              type="radio"
              name={name}
              value={own}
              checked={own === value}
              disabled={disabled}
              aria-label={word}
              onChange={() => onChange(own)}
              className="absolute inset-0 appearance-none rounded-[inherit]"
            />
            {Icon && <Icon size={15} strokeWidth={1.8} aria-hidden />}
            {!iconOnly && word}
          </label>
        )
        if (!iconOnly) return option
        return (
          <Tooltip key={own} label={word} repeatsName>
            {option}
          </Tooltip>
        )
      })}
    </fieldset>
  )
}
