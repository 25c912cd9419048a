import { Slider as Base } from '@base-ui/react/slider'
import { cn } from './cn.ts'

type SliderProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  className?: string
}

export function Slider({ label, value, onChange, className, ...range }: SliderProps) {
  return (
    <Base.Root {...range} value={value} onValueChange={onChange} className={className}>
      <Base.Control className="flex h-6 w-full touch-none items-center">
        <Base.Track className="h-1 w-full rounded-full bg-(--viz-track)">
          <Base.Indicator className="rounded-full bg-accent" />
          <Base.Thumb
            aria-label={label}
            className={cn(
              'size-4 rounded-full border-2 border-accent bg-surface shadow-sm has-focus-visible:outline-2',
              'has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
