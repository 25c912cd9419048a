import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlBox } from './control-style.ts'
import { useFieldLink } from './field-context.ts'

const LINE = 1.25
const PADDING = 0.875

/** Grows with its text; `rows` is the smallest height. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const link = useFieldLink(rest)
  return (
    <textarea
      {...rest}
      {...link}
      style={{ minHeight: `${rows * LINE + PADDING}rem` }}
      className={cn(controlBox, 'block field-sizing-content max-h-80 resize-none px-2.5 py-1.5 text-sm', className)}
    />
  )
}
