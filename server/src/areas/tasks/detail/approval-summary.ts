import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { peopleOf, personOf, shownAnswers, versionOf } from '../../instances/instances.public.ts'
import { attachmentsOfTask } from '../tasks.ports.ts'
import { findStep, seatsOfTask } from './detail.queries.ts'
import { stepIn } from './step-view.ts'

/** The files that a decision is about, each in the version that can be opened now. */
export async function judgedFiles(tx: ReadTx, task: { id: string; instance_id: string }) {
  const files = await attachmentsOfTask.call(tx, task)
  return files
    .filter(({ state, sha256 }) => state === 'clean' && sha256 !== null)
    .map(({ name, version_number }) => ({ name, version: version_number }))
}

/** What an approval is about and how far it is, for a person who was found to see it; undefined: it is none. */
export async function approvalSummary(tx: ReadTx, taskId: string) {
  const { db, tenantId } = tx
  const row = await findStep(db, tenantId, taskId)
  if (!row) return undefined
  const version = await versionOf(db, tenantId, row.workflow_id, row.workflow_version)
  const step = stepIn(version, row.step)
  if (step?.type !== 'approval') return undefined
  const seats = await seatsOfTask(db, tenantId, taskId, null)
  const given = seats.filter(({ verdict }) => verdict === 'approve')
  const last = given.toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0))[0]
  const people = await peopleOf(tx, [last?.decided_by ?? null])
  const by = personOf(people, last?.decided_by ?? null)
  return {
    answers: await shownAnswers(tx, row.instance_id, version, row.variables),
    given: given.length,
    needed: step.rule === 'all' ? seats.length : step.rule === 'first' ? 1 : step.rule,
    last: by && last?.at ? { name: by.name, at: last.at } : undefined,
    files: await judgedFiles(tx, { id: taskId, instance_id: row.instance_id }),
  }
}
