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
import { addAttachment, type Task } from '@throughline/contracts/tasks'
import { api } from '../../api.ts'
import { uploadClient } from '../../upload.ts'
import { tasksKey } from './tasks.keys.ts'

const at = (taskId: TaskId) => ({ params: { taskId } })
/** Passing the key of an earlier try makes asking again harmless. */
type Key = { idempotencyKey?: string }

export type Completion = NonNullable<Input<typeof completeCall>['body']>
export type TaskEdit = Input<typeof editCall>['body']
export type BulkAct = Input<typeof bulkTasks>['body']

export const completeTask = async (id: TaskId, body: Completion = {}, key: Key = {}): Promise<Task> =>
  (await api(completeCall, { ...at(id), body }, key)).data

export const decide = async (id: TaskId, body: Input<typeof decideTask>['body'], key: Key = {}): Promise<Task> =>
  (await api(decideTask, { ...at(id), body }, key)).data

export const review = async (id: TaskId, body: Input<typeof reviewTask>['body'], key: Key = {}): Promise<Task> =>
  (await api(reviewTask, { ...at(id), body }, key)).data

export const claim = async (id: TaskId, key: Key = {}): Promise<Task> => (await api(claimTask, at(id), key)).data

export const release = async (id: TaskId, key: Key = {}): Promise<Task> => (await api(releaseTask, at(id), key)).data

export const retrigger = async (id: TaskId, key: Key = {}): Promise<Task> =>
  (await api(retriggerTask, { ...at(id), body: {} }, key)).data

export const remind = async (id: TaskId): Promise<Task> => (await api(remindTask, at(id))).data

export const editTask = async (id: TaskId, body: TaskEdit): Promise<Task> =>
  (await api(editCall, { ...at(id), body })).data

export const askQuery = async (id: TaskId, body: Input<typeof askQueryCall>['body']): Promise<Task> =>
  (await api(askQueryCall, { ...at(id), body })).data

/** `leaving`: goes on although the page is left. */
export const saveDraft = (id: TaskId, answers: Input<typeof draftTask>['body']['answers'], leaving = false) =>
  api(draftTask, { ...at(id), body: { answers } }, { keepalive: leaving })

export const bulk = async (body: BulkAct, key: Key = {}) => (await api(bulkTasks, { body }, key)).data

/** As an answer to a field where one is named. `onProgress` is told from 0 to 1 how much has left. */
export async function attach(
  id: TaskId,
  file: File,
  { field, onProgress = () => undefined }: { field?: string; onProgress?: (part: number) => void } = {},
) {
  const form = new FormData()
  form.append('files', file)
  return uploadClient(onProgress)(addAttachment, { ...at(id), query: { field } }, { form })
}

export const openWorkQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: [...tasksKey, 'open-work', memberId],
    queryFn: async ({ signal }) => (await api(openWorkOf, { params: { memberId } }, { signal })).data,
    staleTime: 0,
  })

export const handOver = async (memberId: MemberId, body: Input<typeof takeOver>['body']) =>
  (await api(takeOver, { params: { memberId }, body })).data
