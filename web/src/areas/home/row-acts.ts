import type { TaskRow } from '@throughline/contracts/tasks'
import { toast } from '../../ui/toast.ts'
import { claim, completeTask } from '../tasks/task-acts.api.ts'
import { readTask } from '../tasks/tasks.api.ts'
import { texts } from './home.texts.ts'

type Key = { idempotencyKey: string }
/** Whether it is done; else the task has to be looked at. */
type Act = (task: TaskRow, key: Key) => Promise<boolean>

/** A form is filled in where it can be seen; what is held up says there why. */
const complete: Act = async ({ id, name }, key) => {
  const { fields, can } = await readTask(id)
  if (fields.length > 0 || !can.complete) return false
  await completeTask(id, {}, key)
  toast.success(texts.completed(name))
  return true
}

const take: Act = async ({ id, name }, key) => {
  await claim(id, key)
  toast.success(texts.claimed(name))
  return true
}

export const acts = { complete, claim: take }
