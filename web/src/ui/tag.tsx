import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { type Tone, toneChip } from './tone.ts'

type TagProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode; title?: string; className?: string }

export function Tag({ tone = 'neutral', icon: Icon, children, title, className }: TagProps) {
  return (
    <span
      title={title}
      className={cn(
        'chip inline-flex h-5 max-w-full items-center gap-1 rounded-[5px] px-1.5 text-xs font-medium whitespace-nowrap',
        toneChip[tone],
        className,
      )}
    >
      {Icon && <Icon size={12} strokeWidth={2} aria-hidden className="shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
