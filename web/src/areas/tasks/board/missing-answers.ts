import type { Task } from '@throughline/contracts/tasks'
import { checkAnswers } from '@throughline/flow/answers'

/** Labels of the fields whose answers are missing or wrong, as the form would say it. */
export function missingAnswers(task: Task, now: number): string[] {
  const { fields, answers, show, vars } = task
  const { problems } = checkAnswers(fields, answers, { show, vars, now })
  const names = new Set(Object.keys(problems).map((path) => path.split('.')[0]))
  return fields.filter(({ name }) => names.has(name)).map(({ label, name }) => label || name)
}
