import type { Overview } from '@throughline/contracts/analytics'
import type { CurrentUser } from '@throughline/contracts/auth'
import { readStored, writeStored } from '../../ui/stored.ts'
import type { AnalyticsAddress } from './analytics-address.ts'
import { KEPT_FIGURES } from './kept-key.ts'

type Owner = Pick<CurrentUser, 'id' | 'tenant_id'>

/** One place for each range, so that the browser never keeps more than three answers. */
const placeOf = ({ id, tenant_id }: Owner, { range }: AnalyticsAddress) =>
  `${KEPT_FIGURES}${id}.${tenant_id}.${range ?? 'month'}`

const filterOf = ({ hours, workflow }: AnalyticsAddress) => JSON.stringify([hours ?? null, workflow ?? null])

const isOverview = (value: unknown): value is Overview =>
  typeof value === 'object' && value !== null && 'as_of' in value && 'summary' in value && 'health' in value

export const keepFigures = (owner: Owner, address: AnalyticsAddress, figures: Overview) =>
  writeStored(placeOf(owner, address), JSON.stringify({ filter: filterOf(address), figures }))

/** The last good answer to the same question. */
export function keptFigures(owner: Owner, address: AnalyticsAddress): Overview | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(placeOf(owner, address)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('filter' in kept) || !('figures' in kept)) return undefined
    return kept.filter === filterOf(address) && isOverview(kept.figures) ? kept.figures : undefined
  } catch {
    return undefined
  }
}
