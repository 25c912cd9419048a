import type { Body } from '@throughline/contracts/endpoint'
import type { askQuery } from '@throughline/contracts/task-acts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { findMember } from '../list/people.queries.ts'
import { beginTaskAct, notOpen, recordTaskAct } from '../task-act.ts'
import { isOpen } from '../task-wire.ts'
import { beginTask, putPart } from '../task-write.queries.ts'
import { insertQuery } from './ask.queries.ts'
import { memberFor } from './someone.ts'

const LONGEST_NAME = 120

/** A question's first line, as far as a list shows it. */
function nameFor(question: string): string {
  const [line = ''] = question.split('\n', 1)
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1).trimEnd()}…` : line
}

/** Somebody is asked something about a task, in a task of their own. The engine has no part in it. */
export async function askByPerson(
  tx: TenantTx,
  viewer: Viewer,
  taskId: string,
  { to, question, blocking }: Body<typeof askQuery>,
) {
  const { db, tenantId } = tx
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.task_type === 'query') throw conflict('is_query', 'Answer this one, or comment on it')
  if (!isOpen(task.status)) throw notOpen(task.status)
  if (to === viewer.memberId) throw invalid('Ask someone else', [{ path: 'to', message: 'is_oneself' }])
  if (!(await findMember(db, tenantId, to))) throw notFound('This member')
  const asked = await memberFor(tx, task, to, 'to')
  await beginTask(db, tenantId, taskId)
  const id = await insertQuery(db, tenantId, {
    aboutTask: taskId,
    name: nameFor(question),
    question,
    askedBy: viewer.memberId,
    blocking,
    to: asked.id,
  })
  await putPart(db, tenantId, id, 'assignee', asked.id)
  await recordTaskAct(tx, 'opened', { ...task, id })
  await recordTaskAct(tx, 'asked', task, { to: asked.id, blocking })
}
