import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** What scrolls must be reachable by keyboard. */
export function ScrollRegion({ label, className, ...rest }: ComponentProps<'section'> & { label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is the keyboard's way to scroll
    <section {...rest} aria-label={label} tabIndex={0} className={cn('inset-focus flex-1 overflow-auto', className)} />
  )
}
