import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import type { Schedule } from '@throughline/contracts/starts'
import type { Target } from '@throughline/flow/form-mapping'
import { dayKey } from '../../../shared/format/time.ts'
import { type FixedTexts, fixedBody, fixedTexts, standInBody } from '../parts/fixed-values.ts'
import type { StandIn } from '../parts/stand-in-field.tsx'
import type { ScheduleBody } from '../starts.api.ts'

type Kind = ScheduleRule['kind']
export type Nth = '1' | '2' | '3' | '4' | '5' | '-1'
/** `workday`, or 1 for Monday to 7 for Sunday. */
export type NthOf = 'workday' | '1' | '2' | '3' | '4' | '5' | '6' | '7'

/** What somebody is putting together: what other kinds were given stays while one looks around. */
export interface ScheduleDraft {
  name: string
  kind: Kind
  /** Of `once`, and the day that others are counted from. */
  day: string
  every: string
  times: readonly string[]
  days: readonly number[]
  monthBy: 'day' | 'nth'
  dayOfMonth: string
  nth: Nth
  nthOf: NthOf
  /** Null: the organization's. */
  zone: string | null
  dayOff: DayOffRule
  stillRunning: Schedule['still_running']
  missed: Schedule['missed']
  title: string
  fixed: FixedTexts
  standIn: StandIn | undefined
  told: Schedule['told'] | undefined
}

const DAY = 86_400_000

export function newDraft(zone: string, now: number): ScheduleDraft {
  return {
    name: '',
    kind: 'week',
    day: dayKey(now + DAY, zone),
    every: '1',
    times: ['09:00'],
    days: [1],
    monthBy: 'nth',
    dayOfMonth: '1',
    nth: '1',
    nthOf: 'workday',
    zone: null,
    dayOff: 'next',
    stillRunning: 'start',
    missed: 'latest',
    title: '',
    fixed: {},
    standIn: undefined,
    told: undefined,
  }
}

const NTHS = ['1', '2', '3', '4', '5', '-1'] as const satisfies Nth[]
const OFS = ['workday', '1', '2', '3', '4', '5', '6', '7'] as const satisfies NthOf[]

function ruleDraft(rule: ScheduleRule): Partial<ScheduleDraft> {
  switch (rule.kind) {
    case 'once':
      return { day: rule.day, times: [rule.time] }
    case 'day':
      return { day: rule.from, every: String(rule.every), times: rule.times }
    case 'week':
      return { day: rule.from, every: String(rule.every), days: rule.days, times: [rule.time] }
    case 'month':
      break
  }
  const { on, time } = rule
  if ('day' in on) return { monthBy: 'day', dayOfMonth: String(on.day), times: [time] }
  return {
    monthBy: 'nth',
    nth: NTHS.find((one) => one === String(on.nth)) ?? '1',
    nthOf: OFS.find((one) => one === String(on.of)) ?? 'workday',
    times: [time],
  }
}

export function draftOf(schedule: Schedule, targets: readonly Target[], zone: string, now: number): ScheduleDraft {
  return {
    ...newDraft(zone, now),
    ...ruleDraft(schedule.rule),
    kind: schedule.rule.kind,
    name: schedule.name,
    zone: schedule.time_zone,
    dayOff: schedule.day_off,
    stillRunning: schedule.still_running,
    missed: schedule.missed,
    title: schedule.title,
    fixed: fixedTexts(schedule.fixed_values, targets),
    standIn: standInBody(schedule.stand_in),
    told: schedule.told ?? undefined,
  }
}

const whole = (text: string, most: number): number | undefined => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

/** Undefined while something is missing. */
export function ruleOf(draft: ScheduleDraft): ScheduleRule | undefined {
  const { kind, day, days, times } = draft
  const [time] = times
  if (!time || times.includes('') || (kind !== 'month' && day === '')) return undefined
  if (kind === 'once') return { kind, day, time }
  if (kind === 'month') {
    if (draft.monthBy === 'nth') {
      const nth = NTH_NUMBERS[draft.nth]
      return { kind, on: { nth, of: draft.nthOf === 'workday' ? 'workday' : Number(draft.nthOf) }, time }
    }
    const number = whole(draft.dayOfMonth, 31)
    return number === undefined ? undefined : { kind, on: { day: number }, time }
  }
  const every = whole(draft.every, kind === 'day' ? 365 : 52)
  if (every === undefined) return undefined
  if (kind === 'day') return { kind, every, from: day, times: [...new Set(times)] }
  return days.length > 0 ? { kind, every, from: day, days: [...days], time } : undefined
}

const NTH_NUMBERS = { '1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '-1': -1 } as const satisfies Record<Nth, number>

/** As it is sent; undefined while something is missing. */
export function bodyOf(draft: ScheduleDraft, targets: readonly Target[]): ScheduleBody | undefined {
  const rule = ruleOf(draft)
  const fixed = fixedBody(draft.fixed, targets)
  const isMissing = targets.some(
    ({ required, type, variable }) => required && type !== 'file' && !Object.hasOwn(fixed, variable),
  )
  if (!rule || draft.name.trim() === '' || isMissing) return undefined
  return {
    name: draft.name.trim(),
    rule,
    time_zone: draft.zone,
    day_off: draft.dayOff,
    still_running: draft.stillRunning,
    missed: draft.missed,
    title: draft.title.trim(),
    fixed_values: fixed,
    ...(draft.standIn && { stand_in: draft.standIn }),
    ...(draft.told && { told_id: draft.told.id }),
  }
}
