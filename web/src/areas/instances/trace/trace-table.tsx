import type { Turn } from '@throughline/contracts/instance-acts'
import { Fragment, type RefObject, useId, useMemo, useState } from 'react'
import { dateText, dayKey } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import { useNearEnd } from '../../../ui/use-near-end.ts'
import { texts } from './trace.texts.ts'
import { hasFailed, mainEntry } from './trace-text.ts'
import { TurnDetails } from './turn-details.tsx'
import { COLUMNS, TurnRow } from './turn-row.tsx'

const DAY = 86_400_000

type TraceDay = { day: string; label: string; turns: Turn[] }

/** In their order, under the days on which they happened there. */
export function byDay(turns: readonly Turn[], zone: string, now: number): TraceDay[] {
  const days: TraceDay[] = []
  for (const turn of turns) {
    const day = dayKey(turn.at, zone)
    const last = days.at(-1)
    if (last?.day === day) last.turns.push(turn)
    else days.push({ day, label: labelOf(day, turn.at, zone, now), turns: [turn] })
  }
  return days
}

function labelOf(day: string, at: string, zone: string, now: number): string {
  if (day === dayKey(now, zone)) return texts.today
  return day === dayKey(now - DAY, zone) ? texts.yesterday : dateText(at, zone)
}

type TraceTableProps = {
  turns: readonly Turn[]
  zone: string
  now: number
  scroller: RefObject<HTMLElement | null>
  busy: boolean
  onNearEnd: () => void
  openTask: (id: string) => void
}

const head =
  'h-8 border-b bg-surface-2 px-1.5 text-left text-xs font-medium text-fg-3 first:pl-6 last:pr-6 @max-[600px]:first:pl-4'
const NAMES = ['turn', 'when', 'what', 'who', 'openFor', 'result'] as const

/** Turns by day. The newest failure is open on arrival; what arrives later opens nothing by itself. */
export function TraceTable({ turns, zone, now, scroller, busy, onNearEnd, openTask }: TraceTableProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        turns
          .filter(hasFailed)
          .slice(0, 1)
          .map(({ seq }) => seq),
      ),
  )
  const end = useNearEnd(scroller, onNearEnd)
  const own = useId()
  const days = useMemo(() => byDay(turns, zone, now), [turns, zone, now])
  const longest = useMemo(() => Math.max(1, ...turns.map((turn) => mainEntry(turn)?.open_for ?? 0)), [turns])
  const toggle = (seq: number) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(seq)) after.add(seq)
      return after
    })
  return (
    <>
      <table aria-busy={busy || undefined} className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{texts.title}</caption>
        <thead>
          <tr>
            {NAMES.map((name) => (
              <th key={name} scope="col" className={cn(head, COLUMNS[name].column)}>
                <span className={COLUMNS[name].content}>{texts.columns[name]}</span>
              </th>
            ))}
          </tr>
        </thead>
        {days.map(({ day, label, turns: ofDay }) => (
          <tbody key={day}>
            <tr>
              <th scope="rowgroup" colSpan={6} className="px-6 pt-2.5 pb-1 text-left text-xs font-medium text-fg-3">
                {label}
              </th>
            </tr>
            {ofDay.map((turn) => {
              const details = `${own}-${turn.seq}`
              const shown = open.has(turn.seq)
              return (
                <Fragment key={turn.seq}>
                  <TurnRow
                    turn={turn}
                    zone={zone}
                    open={shown}
                    longest={longest}
                    details={details}
                    onToggle={() => toggle(turn.seq)}
                  />
                  {shown && <TurnDetails id={details} turn={turn} zone={zone} openTask={openTask} />}
                </Fragment>
              )
            })}
          </tbody>
        ))}
      </table>
      <div ref={end} aria-hidden />
    </>
  )
}
