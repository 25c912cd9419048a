import type { Message } from '@throughline/contracts/inbox'
import { dueText } from '../../../shared/format/due.ts'
import { type Clock, clockTime, DAY, dayKey, daysUntil, shortDate, weekdayDate } from '../../../shared/format/time.ts'
import { spec, texts } from '../inbox.texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** 'Just now', 12m, 3h, 1d; from a week on the day. */
export function ageText(at: string, { zone, now }: Clock): string {
  const age = now - Date.parse(at)
  if (age < MINUTE) return spec.justNow
  if (age < HOUR) return texts.age.minutes(Math.floor(age / MINUTE))
  if (age < DAY) return texts.age.hours(Math.floor(age / HOUR))
  return age < 7 * DAY ? texts.age.days(Math.floor(age / DAY)) : shortDate(at, zone, now)
}

type Due = Pick<Message, 'due' | 'due_day' | 'needs_you'>

export type DueMark = { text: string; tag: string; tone: 'late' | 'today' | 'ahead' }

/** When it is due, as its row says it; nothing once it does not wait for the person any more. */
export function dueMark({ due, due_day, needs_you }: Due, { zone, now }: Clock): DueMark | undefined {
  if (!needs_you || due === null) return undefined
  const day = due_day ?? dayKey(due, zone)
  const ahead = daysUntil(day, zone, now)
  if (Date.parse(due) <= now) {
    const text = ahead < 0 ? texts.due.overdueDays(-ahead) : texts.due.overdue
    return { text, tag: text, tone: 'late' }
  }
  const time = due_day === null ? clockTime(due, zone) : undefined
  if (ahead === 0) {
    const { today, todayAt } = texts.due.within
    return {
      text: time ? texts.due.todayAt(time.replace(':00', '')) : texts.due.today,
      tag: texts.due.tag(time ? todayAt(time) : today),
      tone: 'today',
    }
  }
  const { text } = dueText({ due: due_day ?? due, hasTime: due_day === null, zone, now, weekday: true })
  return { text, tag: texts.due.tag(text), tone: 'ahead' }
}

/** The heading of the day on which its newest news came. */
export function dayTitle(day: string, { zone, now }: Clock): string {
  const ahead = daysUntil(day, zone, now)
  if (ahead >= 0) return texts.today
  return ahead === -1 ? texts.yesterday : weekdayDate(day, 'UTC', dayKey(now, zone))
}
