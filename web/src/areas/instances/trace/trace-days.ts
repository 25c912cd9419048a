import type { Turn } from '@throughline/contracts/instance-acts'
import { dateText, dayKey } from '../../../shared/format/time.ts'
import { texts } from './trace.texts.ts'

const DAY = 86_400_000

export type TraceDay = { day: string; label: string; turns: Turn[] }

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
