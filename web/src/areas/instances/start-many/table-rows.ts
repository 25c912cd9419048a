import type { Input } from '@throughline/contracts/endpoint'
import type { startInstances } from '@throughline/contracts/instances'
import { checkAnswers } from '@throughline/flow/answers'
import { answerFromCell, type ColumnTarget, matchColumns, type Table } from '@throughline/flow/start-table'
import { dueOnWire } from '../../../shared/format/due.ts'
import { problemMessage } from '../../tasks/parts/form-fields.tsx'
import { spec, texts as startTexts } from '../start/start.texts.ts'
import type { StartForm } from '../start/use-start.ts'
import { texts } from './start-many.texts.ts'

type StartRow = Input<typeof startInstances>['body']['rows'][number]
export type Target = ColumnTarget & { label: string }
/** The target of each column; null: the column is not used. */
export type Mapping = readonly (string | null)[]

/** A line of the table as it would start, and everything that keeps it from starting. */
export type ReadRow = { number: number; name: string; body: Omit<StartRow, 'key'>; problems: readonly string[] }

const OWN = ['name', 'title', 'description', 'priority', 'customer', 'due'] as const
const ANSWER = 'answers.'
const DAY = /^\d{4}-\d{2}-\d{2}$/
const PRIORITIES = ['low', 'medium', 'high'] as const

/** Files and tables do not fit into a cell. */
const isAsked = ({ type }: StartForm['fields'][number]) => type !== 'file' && type !== 'table'

export function targetsOf({ fields }: StartForm): Target[] {
  const own = OWN.map((value) => {
    const label = value === 'due' ? spec.dueDate : spec.fields[value]
    return { value, label, labels: [label, value] }
  })
  const asked = fields
    .filter(isAsked)
    .map(({ name, label }) => ({ value: `${ANSWER}${name}`, label: label || name, labels: [label ?? '', name] }))
  // A field of the workflow comes before what every instance has, so that its own title is not taken for the instance's.
  return [...asked, ...own]
}

export const matchedColumns = ({ headers }: Table, form: StartForm): Mapping => matchColumns(headers, targetsOf(form))

export const targetTwice = (mapping: Mapping): string | undefined =>
  mapping.find((target, at) => target !== null && mapping.indexOf(target) < at) ?? undefined

function ownProblems(own: (target: string) => string, name: string): string[] {
  const priority = own('priority').toLowerCase()
  const wrong = [
    [spec.fields.name, name === '' ? texts.noName : name.length > 200 ? texts.longName : ''],
    [spec.fields.priority, priority && !PRIORITIES.some((one) => one === priority) ? texts.priority : ''],
    [spec.dueDate, own('due') && !isDay(own('due')) ? texts.badDue : ''],
  ]
  return wrong.flatMap(([label = '', problem = '']) => (problem ? [startTexts.refusedField(label, problem)] : []))
}

/** A day that exists. */
function isDay(text: string): boolean {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** An address stands for a member until the server has found them. */
const isAddress = (field: StartForm['fields'][number], value: unknown) =>
  field.type === 'person' && typeof value === 'string' && value.includes('@')

function answerProblems(form: StartForm, answers: StartRow['answers'] = {}, now: number): string[] {
  const fields = form.fields.filter((field) => field.type !== 'file' && !isAddress(field, answers[field.name]))
  const { problems } = checkAnswers(fields, answers, { show: form.show, vars: {}, now })
  return Object.entries(problems).flatMap(([place, problem]) => {
    const field = form.fields.find(({ name }) => name === place.split('.', 1)[0])
    return field ? [startTexts.refusedField(field.label || field.name, problemMessage(field, problem))] : []
  })
}

function readRow(cells: readonly string[], number: number, mapping: Mapping, form: StartForm, now: number): ReadRow {
  const own = (target: string) => cells[mapping.indexOf(target)] ?? ''
  const name = mapping.includes('name') ? own('name') : (cells.find((cell) => cell !== '') ?? '')
  const answers = Object.fromEntries(
    form.fields.flatMap((field) => {
      const cell = own(`${ANSWER}${field.name}`)
      return cell === '' ? [] : [[field.name, answerFromCell(field, cell)]]
    }),
  )
  const priority = PRIORITIES.find((one) => one === own('priority').toLowerCase())
  const body = {
    name,
    title: own('title').slice(0, 300),
    description: own('description').slice(0, 5000),
    metadata: { ...(priority && { priority }), ...(own('customer') && { customer: own('customer') }) },
    ...(isDay(own('due')) && { due_date: dueOnWire(own('due')) }),
    answers,
  }
  return { number, name, body, problems: [...ownProblems(own, name), ...answerProblems(form, answers, now)] }
}

/** Every line, checked as the server will check it. */
export const readRows = ({ rows }: Table, mapping: Mapping, form: StartForm, now: number): ReadRow[] =>
  rows.map((cells, at) => readRow(cells, at + 1, mapping, form, now))
