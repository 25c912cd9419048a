import { Plus } from 'lucide-react'
import { Button, type ButtonProps } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { useEditable } from '../step-context.ts'

/** Adds an entry to the part it heads. Not there while nothing can be changed. */
export function AddButton({ className, ...rest }: ButtonProps) {
  if (!useEditable()) return null
  return <Button {...rest} size="sm" variant="ghost" icon={Plus} className={cn('-mr-2 text-accent-text!', className)} />
}
