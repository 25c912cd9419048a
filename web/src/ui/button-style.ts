import { cn } from './cn.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'ghost-danger' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap select-none ' +
  'transition-colors duration-[var(--dur-instant)] disabled:pointer-events-none disabled:text-fg-disabled'

const sizes: Record<ButtonSize, string> = {
  sm: 'h-(--control-sm) px-2.5 text-xs',
  md: 'h-(--control-md) px-3 text-sm',
  lg: 'h-(--control-lg) px-4 text-md',
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent shadow-[inset_0_1px_0_rgb(255_255_255/0.12),var(--elev-xs)] hover:bg-accent-hover ' +
    'active:bg-accent-press disabled:bg-surface-3 disabled:shadow-none',
  secondary:
    'border border-line-strong bg-surface text-fg shadow-xs hover:bg-surface-2 active:bg-surface-3 disabled:bg-surface-2 ' +
    'disabled:shadow-none dark:bg-card dark:hover:bg-surface-3',
  ghost: 'text-fg-2 hover:bg-surface-3 hover:text-fg data-popup-open:bg-surface-3',
  'ghost-danger': 'text-danger-fg hover:bg-danger-bg',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover disabled:bg-surface-3',
}

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean; className?: string | undefined }

/** The look of a button, for links that must look like one. */
export function buttonClass({ variant = 'secondary', size = 'md', block, className }: ButtonLook = {}): string {
  return cn(base, sizes[size], variants[variant], block && 'w-full', className)
}
