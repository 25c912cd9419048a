import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../../../../ui/cn.ts'

type Card<V extends string> = { value: V; label: string; hint?: string; icon?: LucideIcon }

type CardsProps<V extends string> = {
  label: string
  /** The label is for screen readers. */
  bare?: boolean
  value: V | null
  onChange: (value: V) => void
  items: readonly Card<V>[]
  columns: 2 | 3
  disabled?: boolean
}

/** One of a few, each with its picture or a line that explains it. Real radio buttons: one tab stop, arrows choose. */
export function Cards<V extends string>({ label, bare, value, onChange, items, columns, disabled }: CardsProps<V>) {
  const name = useId()
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={bare ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div className={cn('grid gap-1.5', columns === 3 ? 'grid-cols-3' : 'grid-cols-2')}>
        {items.map(({ value: own, label: word, hint, icon: Icon }) => (
          <label
            key={own}
            className={cn(
              'relative rounded-md border px-1.5 py-2 text-xs font-medium text-fg-2 has-enabled:hover:bg-surface-2',
              'has-checked:border-accent has-checked:bg-accent-subtle! has-checked:text-accent-text',
              Icon && 'flex min-w-0 flex-col items-center gap-1',
              hint ? 'px-2.5' : 'text-center',
            )}
          >
            <input
              type="radio"
              name={name}
              value={own}
              checked={own === value}
              aria-label={word}
              aria-describedby={hint && `${name}-${own}`}
              onChange={() => onChange(own)}
              className="absolute inset-0 appearance-none rounded-[inherit]"
            />
            {Icon && <Icon size={16} strokeWidth={1.8} aria-hidden />}
            <span className="max-w-full truncate">{word}</span>
            {hint && (
              <span id={`${name}-${own}`} className="mt-0.5 block font-normal text-fg-2">
                {hint}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
