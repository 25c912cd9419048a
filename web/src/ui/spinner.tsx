import { LoaderCircle } from 'lucide-react'
import { cn } from './cn.ts'

export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return <LoaderCircle size={size} aria-hidden className={cn('animate-spin motion-reduce:animate-none', className)} />
}
