import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import type { Side } from './place-beside.ts'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  icon: LucideIcon
  kbd?: string
  /** For a button that switches something on and off. */
  active?: boolean
  size?: 'sm' | 'md' | 'lg'
  /** On the app frame the hover is a shade of the frame, not of the sheet. */
  onFrame?: boolean
  side?: Side
}

const sizes = { sm: 'size-6', md: 'size-7', lg: 'size-8' } as const

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, kbd, active, size = 'md', onFrame, side, className, children, ...rest } = props
  const hover = onFrame ? 'hover:bg-nav-hover' : 'hover:bg-surface-3 data-popup-open:bg-surface-3'
  return (
    <Tooltip label={label} kbd={kbd} {...(side && { side })}>
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={kbd}
        aria-pressed={active}
        {...rest}
        className={cn(
          'relative inline-grid shrink-0 place-items-center rounded-sm disabled:text-fg-disabled disabled:hover:bg-transparent',
          sizes[size],
          active
            ? 'bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover'
            : ['text-fg-2 not-disabled:hover:text-fg', hover],
          className,
        )}
      >
        <Icon size={size === 'sm' ? 14 : 16} strokeWidth={1.8} aria-hidden />
        {children}
      </button>
    </Tooltip>
  )
}
