import type { TaskId } from '@throughline/contracts/ids'
import { isId, isOne, textOf } from '../../shared/address-params.ts'
import type { Day, View } from './calendar-days.ts'

/** Spelled out here: every page loads what its address means. */
const STATUSES = ['on_track', 'at_risk', 'overdue', 'in_progress', 'completed', 'pending'] as const
export type Status = (typeof STATUSES)[number]
/** All but what has not begun, as the specification has it. */
export const USUAL: readonly Status[] = STATUSES.filter((one) => one !== 'pending')
export const ALL_STATUSES: readonly Status[] = STATUSES
const VIEWS = ['month', 'week', 'day'] as const

export type CalendarAddress = {
  view?: Exclude<View, 'month'>
  rows?: true
  day?: Day
  /** Statuses that are shown, where they are not the usual ones. */
  status?: string
  /** Categories that are left out. */
  without?: string
  only?: 'task' | 'instance'
  mine?: true
  taskId?: TaskId
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function calendarAddress(given: Record<string, unknown>): CalendarAddress {
  const { view, rows, only, mine, taskId } = given
  const day = textOf(given['day'])
  const status = textOf(given['status'])
  const without = textOf(given['without'])
  return {
    ...(isOne(VIEWS, view) && view !== 'month' && { view }),
    ...((rows === true || rows === 'true') && { rows: true as const }),
    ...(isDay(day) && { day }),
    ...(status && { status }),
    ...(without && { without }),
    ...(isOne(['task', 'instance'] as const, only) && { only }),
    ...((mine === true || mine === 'true') && { mine: true as const }),
    ...(isId<TaskId>(taskId) && { taskId }),
  }
}

/** `none`: somebody took all of them out. */
export const statusesIn = ({ status }: CalendarAddress): readonly Status[] =>
  status === undefined ? USUAL : STATUSES.filter((one) => status.split(',').includes(one))

export const statusesOut = (chosen: readonly Status[]): string | undefined =>
  chosen.length === USUAL.length && USUAL.every((one) => chosen.includes(one)) ? undefined : chosen.join() || 'none'

export const withoutIn = ({ without }: CalendarAddress): string[] =>
  (without ?? '').split(',').filter(Boolean).map(decoded)

export const withoutOut = (types: readonly string[]): string | undefined =>
  types.map((type) => encodeURIComponent(type)).join() || undefined

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
