import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import { listText } from '../../shared/format/list-text.ts'
import { clockTime, weekdayDate } from '../../shared/format/time.ts'
import { texts as startTexts, scheduleTexts as texts } from './starts.texts.ts'

/** "8:00 AM" of "08:00", whatever the zone. */
export const timeText = (time: string): string => clockTime(`2026-01-01T${time}:00Z`, 'UTC')

const timesText = (rule: ScheduleRule): string =>
  listText((rule.kind === 'day' ? rule.times : [rule.time]).map(timeText))

const weekday = (day: number): string => startTexts.weekdays[day - 1] ?? ''

const weekdaysText = (days: readonly number[]): string => listText([...days].sort((a, b) => a - b).map(weekday))

type MonthDay = Extract<ScheduleRule, { kind: 'month' }>['on']

function monthDayText(on: MonthDay): string {
  if ('day' in on) return on.day > 28 ? texts.short.lastDays(on.day) : texts.short.monthDay(on.day)
  return texts.short.nthDay(texts.nth[String(on.nth)] ?? '', on.of === 'workday' ? texts.workday : weekday(on.of))
}

/** "Amsterdam" of "Europe/Amsterdam". */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** As a row has room for it: "2nd working day of the month, 8:00 AM". */
export function shortRule(rule: ScheduleRule, now: number): string {
  const days =
    rule.kind === 'once'
      ? weekdayDate(`${rule.day}T00:00:00Z`, 'UTC', now)
      : rule.kind === 'day'
        ? texts.short.day(rule.every)
        : rule.kind === 'week'
          ? texts.short.week(rule.every, weekdaysText(rule.days))
          : texts.short.month(monthDayText(rule.on).replace(/^the /, ''))
  return texts.atTime(days, timesText(rule))
}

export const countsWorkdays = (rule: ScheduleRule): boolean =>
  rule.kind === 'month' && 'of' in rule.on && rule.on.of === 'workday'

/** The whole rule in a sentence. */
export function readRule(rule: ScheduleRule, dayOff: DayOffRule, zone: string, now: number): string {
  const { read } = texts
  const times = timesText(rule)
  const place = zoneName(zone)
  const when =
    rule.kind === 'once'
      ? read.once(weekdayDate(`${rule.day}T00:00:00Z`, 'UTC', now), times, place)
      : rule.kind === 'day'
        ? read.day(rule.every, times, place)
        : rule.kind === 'week'
          ? read.week(rule.every, weekdaysText(rule.days), times, place)
          : read.month(monthDayText(rule.on), times, place)
  return countsWorkdays(rule) ? when : when + read.dayOff[dayOff]
}
