import { queryOptions } from '@tanstack/react-query'
import type { Input } from '@throughline/contracts/endpoint'
import type { MemberId, TaskId } from '@throughline/contracts/ids'
import {
  askQuery as askQueryCall,
  bulkTasks,
  claimTask,
  completeTask as completeCall,
  decideTask,
  draftTask,
  editTask as editCall,
  openWorkOf,
  releaseTask,
  remindTask,
  retriggerTask,
  reviewTask,
  takeOver,
} from '@throughline/contracts/task-acts'
import { api } from '../../shared/api.ts'
import { tasksKey } from './tasks.keys.ts'

const at = (taskId: TaskId) => ({ params: { taskId } })

export type Completion = NonNullable<Input<typeof completeCall>['body']>
export type TaskEdit = Input<typeof editCall>['body']
export type BulkAct = Input<typeof bulkTasks>['body']

export const completeTask = (id: TaskId, body: Completion = {}) => api(completeCall, { ...at(id), body })

export const decide = (id: TaskId, body: Input<typeof decideTask>['body']) => api(decideTask, { ...at(id), body })

export const review = (id: TaskId, body: Input<typeof reviewTask>['body']) => api(reviewTask, { ...at(id), body })

export const claim = (id: TaskId) => api(claimTask, at(id))

export const release = (id: TaskId) => api(releaseTask, at(id))

export const retrigger = (id: TaskId) => api(retriggerTask, { ...at(id), body: {} })

export const remind = (id: TaskId) => api(remindTask, at(id))

export const editTask = (id: TaskId, body: TaskEdit) => api(editCall, { ...at(id), body })

export const askQuery = (id: TaskId, body: Input<typeof askQueryCall>['body']) => api(askQueryCall, { ...at(id), body })

/** `leaving`: goes on although the page is left. */
export const saveDraft = (id: TaskId, answers: Input<typeof draftTask>['body']['answers'], leaving = false) =>
  api(draftTask, { ...at(id), body: { answers } }, { keepalive: leaving })

export const bulk = async (body: BulkAct, key: { idempotencyKey: string }) => (await api(bulkTasks, { body }, key)).data

export const openWorkQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: [...tasksKey, 'open-work', memberId],
    queryFn: async ({ signal }) => (await api(openWorkOf, { params: { memberId } }, { signal })).data,
    staleTime: 0,
  })

export const handOver = async (memberId: MemberId, body: Input<typeof takeOver>['body']) =>
  (await api(takeOver, { params: { memberId }, body })).data
