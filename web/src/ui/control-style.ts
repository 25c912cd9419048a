export type ControlSize = 'sm' | 'md' | 'lg'

/** The box of everything one can type into or choose from. */
export const controlBox =
  'w-full rounded-sm border border-line-control bg-surface text-fg placeholder:text-fg-3 aria-invalid:border-danger-mark ' +
  'disabled:border-line-strong disabled:bg-surface-2 disabled:text-fg-disabled'

export const controlSizes: Record<ControlSize, string> = {
  sm: 'h-(--control-sm) px-2 text-xs',
  md: 'h-(--control-md) px-2.5 text-sm',
  lg: 'h-(--control-lg) px-3 text-md',
}
