import { type AnswerProblem, checkAnswers } from '@throughline/flow/answers'
import { variableOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { invalid } from '../../../core/errors.ts'
import { versionOf } from '../../instances/instances.public.ts'
import { findDetail } from '../detail/detail.queries.ts'
import { answersIn, type Form, formOf, NO_FORM } from '../detail/form.ts'
import type { LockedTask } from '../task-lock.queries.ts'
import { missingFiles, strangersAmong } from './answers.queries.ts'

const texts = (value: Json | undefined): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' ? [one] : []))

/** People and files that are named have to be there. */
async function namesNobody(
  { db, tenantId }: ReadTx,
  { fields }: Form,
  values: Record<string, Json>,
  instanceId: string,
): Promise<[string, AnswerProblem][]> {
  const of = (type: string) =>
    fields
      .filter((field) => field.type === type)
      .map((field) => ({ name: field.name, ids: texts(values[variableOf(field)]) }))
  const [people, files] = [of('person'), of('file')]
  const strangers = await strangersAmong(
    db,
    tenantId,
    people.flatMap(({ ids }) => ids),
  )
  const missing = await missingFiles(
    db,
    tenantId,
    instanceId,
    files.flatMap(({ ids }) => ids),
  )
  return [...people, ...files].flatMap(({ name, ids }): [string, AnswerProblem][] =>
    ids.some((id) => strangers.includes(id) || missing.includes(id)) ? [[name, 'bad_shape']] : [],
  )
}

/** The form of a task, and what is known of its answers. */
async function formFor(tx: ReadTx, memberId: string, task: LockedTask) {
  const detail = await findDetail(tx.db, tx.tenantId, task.id, memberId)
  if (!detail) throw new Error('a task has its instance')
  const version = await versionOf(tx.db, tx.tenantId, task.workflow_id, detail.workflow_version)
  return { detail, form: task.step === null ? NO_FORM : formOf(version, task.step, detail, task.item) }
}

const refused = (problems: readonly (readonly [name: string, problem: string])[]) =>
  invalid(
    'Some answers are missing or aren’t valid',
    problems.map(([name, problem]) => ({ path: `answers.${name}`, message: problem })),
  )

function requireFields({ fields }: Form, answers: Record<string, Json>): void {
  const names = new Set(fields.map(({ name }) => name))
  const strange = Object.keys(answers).filter((name) => !names.has(name))
  if (strange.length > 0) throw refused(strange.map((name) => [name, 'no_field']))
}

/** Unsent answers may be wrong, but they answer this form. */
export async function requireAnswersToForm(
  tx: ReadTx,
  memberId: string,
  task: LockedTask,
  answers: Record<string, Json>,
) {
  requireFields((await formFor(tx, memberId, task)).form, answers)
}

/**
 * What a form comes to, by variable. Without answers those that were kept unsent are meant, over what earlier rounds
 * left. Throws with what is wrong, by field.
 */
export async function checkedForm(
  tx: ReadTx,
  memberId: string,
  task: LockedTask,
  given: Record<string, Json> | undefined,
): Promise<Record<string, Json>> {
  const { form, detail } = await formFor(tx, memberId, task)
  if (given) requireFields(form, given)
  const answers = given ?? answersIn(form, task.status, detail)
  const { values, problems } = checkAnswers(form.fields, answers, { show: form.show, vars: form.vars, now: Date.now() })
  const found = Object.entries(problems)
  if (found.length === 0) found.push(...(await namesNobody(tx, form, values, task.instance_id)))
  if (found.length > 0) throw refused(found)
  return values
}
