import { linksOf } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { type RawBuilder, sql } from 'kysely'

/** The steps that lead forward to a step. */
export const sourcesIn = (doc: FlowDoc, step: string): string[] => [
  ...new Set(linksOf(doc).flatMap(({ from, to, back }) => (to === step && !back ? from : []))),
]

/** Each step to which several others lead forward, with each of those. */
export function joinsIn(doc: FlowDoc): { step: string; source: string }[] {
  const forward = linksOf(doc).filter(({ back }) => !back)
  return [...Map.groupBy(forward, ({ to }) => to)].flatMap(([step, links]) => {
    const sources = [...new Set(links.map(({ from }) => from))]
    return sources.length > 1 ? sources.map((source) => ({ step, source })) : []
  })
}

/** Of an instance `i`: whether a step was reached so often. */
export const wasReached = (tenantId: string, step: string, times: 1 | 2): RawBuilder<boolean> => sql<boolean>`exists (
  select from step_runs x where x.tenant_id = ${tenantId} and x.instance_id = i.id and x.step = ${step} offset ${sql.lit(times - 1)})`

/** Of an instance `i`: whether of these steps this one closed last. */
export const closedLast = (
  tenantId: string,
  sources: readonly string[],
  last: string,
): RawBuilder<boolean> => sql<boolean>`(
  select x.step from step_runs x where x.tenant_id = ${tenantId} and x.instance_id = i.id and x.step = any (${sources}::text[])
    and x.outcome is not null
  order by x.closed_at desc, x.step limit 1) = ${last}`
