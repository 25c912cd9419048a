import {
  CALENDAR_STATUSES,
  type CalendarStatus,
  decodeCategory,
  encodeCategories,
} from '@throughline/contracts/calendar-lists'
import type { CalendarAddress } from './calendar-address.ts'

/** All but what has not begun, as the specification has it. */
const USUAL: readonly CalendarStatus[] = CALENDAR_STATUSES.filter((one) => one !== 'pending')

/** `none`: somebody took all of them out. */
export const statusesIn = ({ status }: CalendarAddress): readonly CalendarStatus[] =>
  status === undefined ? USUAL : CALENDAR_STATUSES.filter((one) => status.split(',').includes(one))

export const statusesOut = (chosen: readonly CalendarStatus[]): string | undefined =>
  chosen.length === USUAL.length && USUAL.every((one) => chosen.includes(one)) ? undefined : chosen.join() || 'none'

export const withoutIn = ({ without }: CalendarAddress): string[] =>
  (without ?? '').split(',').filter(Boolean).map(decodeCategory)

export const withoutOut = (types: readonly string[]): string | undefined => encodeCategories(types) || undefined
