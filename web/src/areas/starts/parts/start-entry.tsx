import { MAX_COUNTED } from '@throughline/contracts/hooks'
import { ChevronRight, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { Progress } from '../../../ui/progress.tsx'
import { texts as hookTexts } from '../hooks/hooks.texts.ts'
import type { Starts } from '../starts.api.ts'
import { texts } from '../starts.texts.ts'

export const rowClass = 'flex w-full items-center gap-3 rounded-sm py-1.5 pr-1 pl-6 text-left hover:bg-surface-2'

type KindProps = { icon: LucideIcon; title: string; action?: ReactNode; children: ReactNode }

/** One kind of start, with everything of that kind. */
export function Kind({ icon: Icon, title, action, children }: KindProps) {
  return (
    <section aria-label={title} className="px-4 py-2.5">
      <div className="flex min-h-7 items-center gap-2">
        <Icon size={15} aria-hidden className="text-fg-3" />
        <h3 className="flex-1 text-sm text-fg-2">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

type EntryProps = { name: string; detail: string; trouble?: string | undefined; mark?: ReactNode; count?: ReactNode }

/** The content of a row, which is a link or a button. */
export function Entry({ name, detail, trouble, mark, count }: EntryProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          <span translate="no" className="truncate">
            {name}
          </span>
          {mark}
          {trouble && (
            <span className="inline-flex shrink-0 items-center gap-1 text-xs font-normal text-warning-fg">
              <TriangleAlert size={12} aria-hidden />
              {trouble}
            </span>
          )}
        </span>
        <span className="block truncate text-xs text-fg-3">{detail}</span>
      </span>
      {count}
      <ChevronRight size={14} aria-hidden className="shrink-0 text-fg-3" />
    </>
  )
}

const upTo = (count: number, capped: boolean) => (capped ? hookTexts.countFrom(numberText(count)) : numberText(count))

type StartedProps = {
  /** In the last 30 days. */
  count: number
  /** Of all ways to start, by the one that started most. */
  most: number
  capped?: boolean
}

/** What it started: as a bar that can be compared with the others, and as a number. */
export function Started({ count, most, capped = count >= MAX_COUNTED }: StartedProps) {
  const text = texts.startedRecently(upTo(count, capped), count === 1)
  return (
    <span title={text} className="flex shrink-0 items-center gap-3">
      <span aria-hidden className="w-16 @max-[26rem]:hidden">
        <Progress label={text} value={most > 0 ? (count / most) * 100 : 0} />
      </span>
      <span aria-hidden className="tnum min-w-6 text-right text-sm text-fg-2">
        {upTo(count, capped)}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** What all ways to start have started in the last 30 days, and the one that started most. */
export function startedInAll(starts: Starts, addresses: readonly { started: number }[]) {
  const { by_person, by_key, capped } = starts.started
  const listed = [...starts.forms, ...starts.schedules, ...starts.webhooks, ...addresses].map(({ started }) => started)
  const counts = [by_person, by_key, ...listed]
  const total = counts.reduce((sum, count) => sum + count, 0)
  return {
    text: upTo(total, capped || listed.some((count) => count >= MAX_COUNTED)),
    most: Math.max(...counts),
  }
}
