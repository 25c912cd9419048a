import { type AnswerField, type AnswerProblem, answerTo, isEmpty } from './answers/answer-to.ts'
import { variableOf } from './compile/variables.ts'
import type { Field } from './document.ts'
import { Budget } from './eval/budget.ts'
import { type Calendar, plainCalendar } from './eval/calendar.ts'
import { isTree } from './eval/evaluate.ts'
import type { Json } from './eval/tree.ts'
import { isTrue } from './eval.ts'

export type { AnswerField, AnswerProblem } from './answers/answer-to.ts'

/** `show` holds compiled conditions by variable; `item` and `index` are those of a step that goes through a list. */
export type AnswerWorld = {
  show: Record<string, Json>
  vars: Record<string, Json>
  now: number
  calendar?: Calendar
  item?: Json
  index?: number
}

export type CheckedAnswers = {
  /** By variable, of the fields that are shown; null where nothing was answered. */
  values: Record<string, Json>
  /** By field name; in tables `name.0.column`. */
  problems: Record<string, AnswerProblem>
  /** Names of the fields that are not shown. */
  hidden: readonly string[]
}

const own = (record: Record<string, Json>, name: string): Json | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** The default stands where nothing was sent; an answer taken back, a null, is none. */
const givenTo = (field: Field, answers: Record<string, Json>): Json =>
  (Object.hasOwn(answers, field.name) ? answers[field.name] : field.default) ?? null

/** A condition without a value, such as one that reads what nobody answered yet, shows nothing. */
export function isShown(
  tree: Json | undefined,
  vars: Record<string, Json>,
  world: AnswerWorld,
  budget: Budget,
): boolean {
  if (tree === undefined) return true
  if (!isTree(tree)) return false
  const { now, calendar = plainCalendar, item, index } = world
  const scope = { vars, now, calendar, ...(item !== undefined && { item }), ...(index !== undefined && { index }) }
  const found = isTrue(tree, scope, budget)
  return found.ok && found.value
}

/**
 * What a form's answers come to: one reading for the page and the server. Conditions read the variables with the
 * answers laid over them; a field that is not shown gives no answer, whatever was sent for it.
 */
export function checkAnswers(
  fields: readonly AnswerField[],
  answers: Record<string, Json>,
  world: AnswerWorld,
): CheckedAnswers {
  const given = fields.map((field) => ({
    field,
    variable: variableOf(field),
    read: answerTo(field, givenTo(field, answers)),
  }))
  const laid = new Map(Object.entries(world.vars))
  for (const { variable, read } of given) laid.set(variable, read.value)
  const values: [string, Json][] = []
  const problems: [string, AnswerProblem][] = []
  const hidden: string[] = []
  const budget = Budget.ofSeveral()
  for (const { field, variable, read } of given) {
    if (!isShown(own(world.show, variable), Object.fromEntries(laid), world, budget)) {
      hidden.push(field.name)
      laid.set(variable, own(world.vars, variable) ?? null)
      continue
    }
    values.push([variable, read.value])
    if (field.required && isEmpty(read.value) && read.problems.length === 0) problems.push([field.name, 'required'])
    for (const [place, problem] of read.problems) problems.push([`${field.name}${place}`, problem])
  }
  return { values: Object.fromEntries(values), problems: Object.fromEntries(problems), hidden }
}
