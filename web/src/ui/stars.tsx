import { Star } from 'lucide-react'
import { useId } from 'react'
import { cn } from './cn.ts'
import { uiTexts } from './ui.texts.ts'

type StarsProps = {
  legend: string
  value: number
  onChange: (value: number) => void
  max?: number
  disabled?: boolean
}

/** A rating: real radio buttons, so arrow keys and screen readers work as everywhere. */
export function Stars({ legend, value, onChange, max = 5, disabled }: StarsProps) {
  const name = useId()
  return (
    <fieldset disabled={disabled} className="group/stars">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="-ml-1 flex">
        {Array.from({ length: max }, (_, index) => index + 1).map((count) => (
          <label key={count} className="relative grid size-7 place-items-center rounded-sm">
            <input
              type="radio"
              name={name}
              checked={count === value}
              onChange={() => onChange(count)}
              aria-label={uiTexts.stars(count)}
              className="peer absolute inset-0 appearance-none rounded-sm"
            />
            <Star
              size={19}
              strokeWidth={1.7}
              aria-hidden
              className={cn(
                'pointer-events-none group-disabled/stars:text-fg-disabled',
                count <= value ? 'fill-current text-warning-mark' : 'text-line-control peer-hover:text-warning-mark',
              )}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
