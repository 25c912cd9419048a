import type { Document } from '@throughline/contracts/documents'
import { useId, useMemo } from 'react'
import { dateText, dayKey } from '../../../shared/format/time.ts'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useNow } from '../../../shared/use-now.ts'
import { spec, texts } from '../documents.texts.ts'
import { FileTile } from '../list/file-tile.tsx'

const DAY = 86_400_000

type Day = { day: string; label: string; documents: Document[] }

/** By the day of upload in the workspace's zone, in the order in which they come. */
export function daysOf(documents: readonly Document[], zone: string, now: number): Day[] {
  const today = dayKey(now, zone)
  // From noon, so that a day of 23 or 25 hours is one day too.
  const yesterday = dayKey(Date.parse(`${today}T12:00:00Z`) - DAY, 'UTC')
  const labelOf = (day: string, moment: string) => {
    if (day === today) return spec.today
    return day === yesterday ? spec.yesterday : dateText(moment, zone)
  }
  const groups = Map.groupBy(documents, ({ uploaded_at }) => dayKey(uploaded_at, zone))
  return [...groups].map(([day, own]) => ({ day, label: labelOf(day, own[0]?.uploaded_at ?? ''), documents: own }))
}

type TimelineProps = { list: List<Document>; zone: string }

/** By the day of upload, newest first. */
export function Timeline({ list, zone }: TimelineProps) {
  const { rows, current, hasMore } = list
  const now = useNow()
  const name = useId()
  const days = useMemo(() => daysOf(rows, zone, now), [rows, zone, now])
  return (
    <div className="px-6 py-4 max-[759px]:px-4">
      {days.map(({ day, label, documents: own }, index) => (
        <section
          key={day}
          aria-labelledby={`${name}-${day}`}
          className="relative grid grid-cols-[120px_1fr] pb-5 max-[759px]:grid-cols-1 max-[759px]:gap-2"
        >
          <h2 id={`${name}-${day}`} className="pt-2 text-sm font-medium tracking-normal">
            <span translate="no">{label}</span> {/* While there are more, nobody knows how many the last day has. */}
            {(!hasMore || index < days.length - 1) && (
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
      <ListEnd list={list} />
    </div>
  )
}
