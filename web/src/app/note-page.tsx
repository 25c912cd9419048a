import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'
import { type Tone, toneChip } from '../ui/tone.ts'

type NotePageProps = { icon: LucideIcon; tone?: Tone; title: string; action: ReactNode; children: ReactNode }

/** A page that has one thing to say. */
export function NotePage({ icon: Icon, tone = 'neutral', title, action, children }: NotePageProps) {
  return (
    <div className="grid min-h-full place-items-center px-6 py-16">
      <div className="max-w-100 text-center">
        <span aria-hidden className={cn('mx-auto mb-4 grid size-12 place-items-center rounded-xl', toneChip[tone])}>
          <Icon size={22} strokeWidth={1.8} />
        </span>
        <h1 className="text-xl">{title}</h1>
        <div className="mt-1.5 space-y-1 text-md text-fg-2">{children}</div>
        <div className="mt-6">{action}</div>
      </div>
    </div>
  )
}
