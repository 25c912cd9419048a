import { COUNTED_HOURS, type CountedHours, TIME_RANGES, type TimeRange } from '@throughline/contracts/analytics-lists'
import type { WorkflowId } from '@throughline/contracts/ids'
import { isId, isOne, parseSearchParams } from '../../shared/address-params.ts'

export type AnalyticsAddress = {
  range?: Exclude<TimeRange, 'month'>
  hours?: Exclude<CountedHours, 'all'>
  /** Of the overview: only this one. */
  workflow?: WorkflowId
  /** Of a workflow's page. */
  version?: string
  compare?: string
  /** The step whose panel is open. */
  step?: string
  /** The figure whose list is open, as `counted.ts` writes it. */
  open?: string
}

const isText = (value: string | true | undefined): value is string => typeof value === 'string'

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function analyticsAddress(given: Record<string, unknown>): AnalyticsAddress {
  const { range, hours, workflow } = given
  const { version, compare, step, open } = parseSearchParams(given)
  return {
    ...(isOne(TIME_RANGES, range) && range !== 'month' && { range }),
    ...(isOne(COUNTED_HOURS, hours) && hours !== 'all' && { hours }),
    ...(isId<WorkflowId>(workflow) && { workflow }),
    ...(isText(version) && { version }),
    ...(isText(compare) && { compare }),
    ...(isText(step) && { step }),
    ...(isText(open) && { open }),
  }
}
