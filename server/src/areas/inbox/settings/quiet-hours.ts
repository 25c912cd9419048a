import type { Digest, QuietHours } from '@throughline/contracts/notification-settings'
import type { Holiday } from '@throughline/contracts/org'
import { momentOf, wallClock } from '../../../core/zone-clock.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** Holidays that go on for longer than this end here. */
const FARTHEST = 60 * DAY

/** Where a person is, and when their organization works. */
export interface PersonTime {
  zone: string
  /** 1 for Monday to 7 for Sunday. */
  workdays: readonly number[]
  holidays: readonly Pick<Holiday, 'from' | 'to'>[]
}

const msOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

/** Midnight of the day it is there, written as if it were UTC. */
const dayAt = (zone: string, at: Date): number => Math.floor(wallClock(zone, at.getTime()) / DAY) * DAY

function isOff({ workdays, holidays }: PersonTime, day: number): boolean {
  const weekday = new Date(day).getUTCDay() || 7
  const name = new Date(day).toISOString().slice(0, 10)
  return !workdays.includes(weekday) || holidays.some(({ from, to }) => from <= name && name <= to)
}

/** What is quiet of a day, by moments: the day itself where nobody works, and the hours that begin on it. */
function quietOn(quiet: QuietHours, time: PersonTime, day: number): [number, number][] {
  const moment = (wall: number) => momentOf(time.zone, wall)
  const [from, to] = [msOf(quiet.from), msOf(quiet.to)]
  const spans: [number, number][] = []
  if (quiet.weekends && isOff(time, day)) spans.push([moment(day), moment(day + DAY)])
  if (from !== to) spans.push([moment(day + from), moment(day + to + (to < from ? DAY : 0))])
  return spans
}

/** When the quiet hours that `at` lies in are over; null where it lies in none. */
export function quietUntil(quiet: QuietHours, time: PersonTime, at: Date): Date | null {
  if (!quiet.on) return null
  const today = dayAt(time.zone, at)
  let end = at.getTime()
  // One span may lead into the next: a Friday night into the weekend, and that into Monday's morning.
  for (let day = today - DAY; day <= today + FARTHEST && momentOf(time.zone, day) <= end; day += DAY) {
    for (const [start, stop] of quietOn(quiet, time, day)) if (start <= end && stop > end) end = stop
  }
  return end > at.getTime() ? new Date(end) : null
}

/** The next moment of the digest after this one; null where there is none. */
export function nextDigest({ days, time: at }: Digest, time: PersonTime, after: Date): Date | null {
  if (days === 'off') return null
  const today = dayAt(time.zone, after)
  for (let day = today; day <= today + FARTHEST; day += DAY) {
    if (days === 'mondays' && new Date(day).getUTCDay() !== 1) continue
    if (days === 'working_days' && isOff(time, day)) continue
    const moment = momentOf(time.zone, day + msOf(at))
    if (moment > after.getTime()) return new Date(moment)
  }
  return null
}
