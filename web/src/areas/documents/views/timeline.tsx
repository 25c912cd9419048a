import type { Document } from '@throughline/contracts/documents'
import { type RefObject, useId, useMemo } from 'react'
import { useNow } from '../../../shared/use-now.ts'
import { useEndInSight } from '../../../ui/use-end-in-sight.ts'
import { texts } from '../documents.texts.ts'
import { FileTile } from '../list/file-tile.tsx'
import { daysOf } from './days.ts'

type TimelineProps = {
  documents: readonly Document[]
  zone: string
  current: string | undefined
  /** There are more: how many the last day has is not known yet. */
  more: boolean
  scroller: RefObject<HTMLElement | null>
  onNearEnd: () => void
}

/** By the day of upload, newest first. */
export function Timeline({ documents, zone, current, more, scroller, onNearEnd }: TimelineProps) {
  const now = useNow()
  const name = useId()
  const days = useMemo(() => daysOf(documents, zone, now), [documents, zone, now])
  const end = useEndInSight(scroller, onNearEnd)
  return (
    <div className="px-6 py-4 max-[759px]:px-4">
      {days.map(({ day, label, documents: own }, index) => (
        <section
          key={day}
          aria-labelledby={`${name}-${day}`}
          className="relative grid grid-cols-[120px_1fr] pb-5 max-[759px]:grid-cols-1 max-[759px]:gap-2"
        >
          <h2 id={`${name}-${day}`} className="pt-2 text-sm font-medium tracking-normal">
            <span translate="no">{label}</span>{' '}
            {(!more || index < days.length - 1) && (
              <span className="tnum mt-0.5 block text-xs font-normal text-fg-3">{texts.documents(own.length)}</span>
            )}
          </h2>
          <ul className="relative min-w-0 space-y-2 border-l pl-5 before:absolute before:top-3 before:-left-[5px] before:size-[9px] before:rounded-full before:border-2 before:border-line-strong before:bg-surface max-[759px]:border-l-0 max-[759px]:pl-0 max-[759px]:before:hidden">
            {own.map((document) => (
              <FileTile key={document.id} document={document} current={document.id === current} />
            ))}
          </ul>
        </section>
      ))}
      <div ref={end} aria-hidden className="h-px" />
    </div>
  )
}
