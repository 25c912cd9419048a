import { queryOptions } from '@tanstack/react-query'
import { cancelDatedStart, dateStart as date, listDatedStarts } from '@throughline/contracts/dated-starts'
import type { Input } from '@throughline/contracts/endpoint'
import { api } from '../../../shared/api.ts'
import { startsKey } from '../../starts/starts.api.ts'

/** Among the ways to start, so that frames about these reach it. */
const datedKey = (workflowId: string) => [...startsKey(workflowId), 'dated'] as const

export const datedStartsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: datedKey(workflowId),
    queryFn: async ({ signal }) => (await api(listDatedStarts, { params: { workflowId } }, { signal })).data,
  })

export const dateStart = async (workflowId: string, body: Input<typeof date>['body']) =>
  (await api(date, { params: { workflowId }, body })).data

export const cancelDated = (workflowId: string, heldStartId: string) =>
  api(cancelDatedStart, { params: { workflowId, heldStartId } })
