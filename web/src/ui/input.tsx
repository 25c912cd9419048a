import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { type ControlSize, controlBox, controlSizes } from './control-style.ts'
import { useFieldLink } from './field-context.ts'

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & { size?: ControlSize; icon?: LucideIcon }

export function Input({ size = 'md', icon: Icon, className, ...rest }: InputProps) {
  const link = useFieldLink(rest)
  if (!Icon) return <input {...rest} {...link} className={cn(controlBox, controlSizes[size], className)} />
  return (
    <span className={cn('relative block', className)}>
      <Icon
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-fg-3"
      />
      <input {...rest} {...link} className={cn(controlBox, controlSizes[size], 'pl-8!')} />
    </span>
  )
}
