import { Check } from 'lucide-react'
import { useId } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { cn } from '../ui/cn.ts'

export type ClashSide<S extends string> = {
  value: S
  who: string
  photo: string | null | undefined
  /** That it is one's own, or when it was saved. */
  note: string | undefined
  text: string
}

type ClashSidesProps<S extends string> = {
  label: string
  sides: readonly ClashSide<S>[]
  side: S
  onSide: (side: S) => void
  /** The dialog opens with the focus here. */
  first: boolean
  mono?: boolean
}

/** A place that two people changed: whose value is kept. */
export function ClashSides<S extends string>({ label, sides, side, onSide, first, mono }: ClashSidesProps<S>) {
  const group = useId()
  return (
    <fieldset aria-label={label} className="mt-2.5 grid grid-cols-2 gap-2">
      {sides.map(({ value, who, photo, note, text }) => (
        <label
          key={value}
          className="relative cursor-pointer rounded-md border px-3 py-2 hover:bg-surface-2 has-checked:border-accent has-checked:bg-accent-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            checked={side === value}
            data-first={(first && side === value) || undefined}
            onChange={() => onSide(value)}
            className="absolute inset-0 appearance-none outline-none"
          />
          <span translate="no" className="flex items-center gap-2 text-xs text-fg-2">
            <Avatar name={who} src={photo ?? undefined} size={18} />
            {who}
            <span className="text-fg-3">{note}</span>
            {side === value && <Check size={14} aria-hidden className="ml-auto text-accent-text" />}
          </span>
          <span translate="no" className={cn('mt-1 block text-sm break-words', mono && 'font-mono')}>
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
