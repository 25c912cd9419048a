import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { groupsQuery, workflowCountsQuery } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'

export type Count = { count: number; more: boolean }
export type Counts = ReadonlyMap<string, Count>

export const countText = ({ count, more }: Count): string => (more ? texts.atLeast(count) : String(count))

/** Of several groups together. */
export const totalOf = (groups: readonly Count[]): Count => ({
  count: groups.reduce((sum, { count }) => sum + count, 0),
  more: groups.some(({ more }) => more),
})

const byKey = (groups: readonly ({ key: string } & Count)[]): Counts =>
  new Map(groups.map(({ key, count, more }) => [key, { count, more }]))

const EVERYTHING = {}

/** How many each view of the sidebar has, whatever is filtered in the list. */
export function useShelfCounts(): Counts {
  const { data } = useQuery(groupsQuery('view', EVERYTHING))
  return useMemo(() => byKey(data ?? []), [data])
}

/** Asked for page by page, as the workflows come. */
export const useWorkflowCounts = (pages: readonly (readonly string[])[]): Counts =>
  useQueries({
    queries: pages.map((ids) => workflowCountsQuery(ids)),
    combine: (answers) => byKey(answers.flatMap(({ data = [] }) => data)),
  })
