import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { toast } from '../../ui/toast.ts'
import { claim, completeTask } from '../tasks/task-acts.api.ts'
import { readTask } from '../tasks/tasks.api.ts'
import { texts } from './row-acts.texts.ts'

/** Whether it is done; else the task has to be looked at. */
type Act = (task: TaskRow, onOpen: (id: TaskId) => void) => Promise<boolean>

/** A form is filled in where it can be seen; what is held up says there why. */
const complete: Act = async ({ id, name }, onOpen) => {
  const { fields, can } = await readTask(id)
  if (fields.length > 0 || !can.complete) return false
  const { next } = await completeTask(id)
  toast.success(
    texts.completed(name),
    next
      ? {
          description: texts.nextTask(next.name, next.instance_name),
          action: { label: texts.openNext, onPress: () => onOpen(next.id) },
        }
      : {},
  )
  return true
}

const take: Act = async ({ id, name }) => {
  await claim(id)
  toast.success(texts.claimed(name))
  return true
}

export const acts = { complete, claim: take }
