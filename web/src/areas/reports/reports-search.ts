import type { ReportRunId } from '@throughline/contracts/ids'
import type { ReportParameter } from '@throughline/contracts/reports'
import { isId, parseSearchParams, textOf } from '../../shared/address-params.ts'

const MAX_PAGE = 1000
const MAX_WORDS = 200

/** A page of a list that is counted from 1; the first goes without saying. */
function pageIn(value: unknown): string | undefined {
  const page = Number(textOf(value))
  return Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? String(page) : undefined
}

export const pageOf = ({ page }: { page?: string }): number => Number(page ?? 1)

export type ReportsSearch = { page?: string; q?: string; panel?: 'new' }

export function reportsSearch({ page, q, panel }: Record<string, unknown>): ReportsSearch {
  const found = pageIn(page)
  const words = textOf(q).trim().slice(0, MAX_WORDS)
  return {
    ...(found !== undefined && { page: found }),
    ...(words !== '' && { q: words }),
    ...(panel === 'new' && { panel }),
  }
}

const VALUE = 'p.'

export type ReportSearch = { page?: string; edit?: true; run?: ReportRunId } & Record<`p.${string}`, string>

const givenValues = (search: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      key.startsWith(VALUE) && (typeof value === 'string' || typeof value === 'number')
        ? [[key, String(value)] as const]
        : [],
    ),
  )

/** Elsewhere in an address an empty text says nothing; a parameter can be empty. */
export const parseReportParams = (search: Record<string, unknown>): Record<string, string | true | undefined> => ({
  ...parseSearchParams(search),
  ...givenValues(search),
})

/** The values of parameters stand in the address, so that it can be sent to a colleague. */
export function reportSearch({ page, edit, run, ...rest }: Record<string, unknown>): ReportSearch {
  const found = pageIn(page)
  return {
    ...givenValues(rest),
    ...(found !== undefined && { page: found }),
    ...(edit === true && { edit }),
    ...(isId<ReportRunId>(run) && { run }),
  }
}

/** The parameters of a report with the values that the address gives them. */
export const valuesIn = (search: ReportSearch, parameters: readonly ReportParameter[]): ReportParameter[] =>
  parameters.map((one) => ({ ...one, value: search[`${VALUE}${one.name}`] ?? one.value }))

export const valueKey = (name: string): `p.${string}` => `${VALUE}${name}`
