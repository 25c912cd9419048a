import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-style.ts'
import { cn } from './cn.ts'
import { Kbd } from './kbd.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  iconEnd?: LucideIcon
  kbd?: string
  /** Full width of the container. */
  block?: boolean
  /** Shows progress, ignores presses, keeps focus and width. */
  busy?: boolean
  /** Words shown while busy; without them the label stays (for the ears) behind the spinner. */
  busyLabel?: ReactNode
}

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', block, busy = false, busyLabel, onClick, ...rest } = props
  const { icon, iconEnd, kbd, className, children, type = 'button', ...attributes } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const label = (
    <Label icon={icon} iconEnd={iconEnd} kbd={kbd} size={size} filled={variant === 'primary'} text={children} />
  )
  return (
    <button
      {...attributes}
      type={type}
      onClick={press}
      aria-disabled={busy || attributes['aria-disabled']}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, block, className: cn('aria-disabled:cursor-not-allowed', className) })}
    >
      {busyLabel === undefined ? (
        <>
          <span className={cn('inline-flex min-w-0 items-center gap-1.5', busy && 'opacity-0')}>{label}</span>
          {busy && <Spinner className="absolute" />}
        </>
      ) : (
        <Stacked front={busy}>
          {label}
          <>
            <Spinner />
            {busyLabel}
          </>
        </Stacked>
      )}
    </button>
  )
}

/** Both contents share one cell, so the button is as wide as the wider one from the start. */
function Stacked({ front, children: [rest, busy] }: { front: boolean; children: [ReactNode, ReactNode] }) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="inline-grid">
      <span className={cn(cell, front && 'invisible')}>{rest}</span>
      <span className={cn(cell, !front && 'invisible')}>{busy}</span>
    </span>
  )
}

type LabelProps = Pick<ButtonProps, 'icon' | 'iconEnd' | 'kbd'> & { size: ButtonSize; filled: boolean; text: ReactNode }

function Label({ icon: Icon, iconEnd: End, kbd, size, filled, text }: LabelProps) {
  return (
    <>
      {Icon && <Icon size={size === 'sm' ? 14 : 15} strokeWidth={1.9} aria-hidden className="-ml-0.5" />}
      {text}
      {End && <End size={14} strokeWidth={1.9} aria-hidden className="-mr-0.5 opacity-70" />}
      {/* A phone has no such keys. */}
      {kbd && (
        <Kbd className="ml-1 max-[759px]:hidden" onAccent={filled}>
          {kbd}
        </Kbd>
      )}
    </>
  )
}
