import { variableOf } from '../compile/variables.ts'
import type { Column, Field } from '../document.ts'
import { parseDay } from '../eval/civil.ts'
import type { Json } from '../eval/tree.ts'

export type AnswerProblem =
  | 'required'
  | 'too_small'
  | 'too_large'
  | 'too_long'
  | 'not_a_number'
  | 'bad_email'
  | 'bad_url'
  | 'bad_phone'
  | 'bad_date'
  | 'not_an_option'
  | 'bad_shape'

/** A field of a task, or of a public form, where a select may take any number of its options. */
export type AnswerField = Field & { multiple?: true }

/** An answer as it is kept, and what is wrong with it: at which place within the field, '' being the field itself. */
export type Read = { value: Json; problems: [place: string, problem: AnswerProblem][] }

const LONGEST = { text: 1000, textarea: 20_000, email: 320, phone: 40, url: 2048 }
const MAX_ROWS = 500
const MAX_FILES = 20
const LARGEST_NUMBER = 1e15

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const WEB = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i
const PHONE = /^\+?[\d\s().\-/]+$/

const fine = (value: Json): Read => ({ value, problems: [] })
const wrong = (value: Json, problem: AnswerProblem): Read => ({ value, problems: [['', problem]] })

export const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

type Wordy = 'text' | 'textarea' | 'email' | 'phone' | 'url'

function phoneIsReal(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return PHONE.test(text) && digits >= 5 && digits <= 15
}

function textTo({ min, max }: Column, type: Wordy, given: Json): Read {
  if (typeof given !== 'string') return wrong(null, 'bad_shape')
  const text = given.trim()
  if (text === '') return fine(null)
  if (text.length > LONGEST[type] || (max !== undefined && text.length > max)) return wrong(text, 'too_long')
  if (min !== undefined && text.length < min) return wrong(text, 'too_small')
  if (type === 'email' && !EMAIL.test(text)) return wrong(text, 'bad_email')
  if (type === 'url' && !WEB.test(text)) return wrong(text, 'bad_url')
  if (type === 'phone' && !phoneIsReal(text)) return wrong(text, 'bad_phone')
  return fine(text)
}

function numberTo({ min, max }: Column, given: Json): Read {
  const text = typeof given === 'string' ? given.trim() : given
  if (text === '') return fine(null)
  const number = typeof text === 'string' && NUMBER.test(text) ? Number(text) : text
  if (typeof number !== 'number' || !Number.isFinite(number)) return wrong(null, 'not_a_number')
  if (number > Math.min(max ?? LARGEST_NUMBER, LARGEST_NUMBER)) return wrong(number, 'too_large')
  if (number < Math.max(min ?? -LARGEST_NUMBER, -LARGEST_NUMBER)) return wrong(number, 'too_small')
  return fine(number)
}

function optionsTo({ options = [] }: Column, given: Json): Read {
  const chosen = [...new Set(Array.isArray(given) ? given : [given])]
  if (chosen.length === 0) return fine(null)
  return chosen.every((one) => options.some(({ value }) => value === one)) ? fine(chosen) : wrong(null, 'not_an_option')
}

function filesTo(given: Json): Read {
  const ids = Array.isArray(given) ? given : given === '' ? [] : [given]
  if (!ids.every((id) => typeof id === 'string' && ID.test(id))) return wrong(null, 'bad_shape')
  if (ids.length === 0) return fine(null)
  return ids.length > MAX_FILES ? wrong(ids, 'too_large') : fine(ids)
}

const isRow = (row: Json): row is { [key: string]: Json } =>
  typeof row === 'object' && row !== null && !Array.isArray(row)

/** Rows in which nothing was filled in are left out; problems keep the places of the rows as they were sent. */
function rowsTo(columns: readonly Column[], given: Json): Read {
  if (!Array.isArray(given) || !given.every(isRow)) return wrong(null, 'bad_shape')
  if (given.length > MAX_ROWS) return wrong(null, 'too_large')
  const kept: Json[] = []
  const problems: Read['problems'] = []
  for (const [n, row] of given.entries()) {
    const cells = columns.map((column) => {
      const variable = variableOf(column)
      const sent = [column.name, variable].find((name) => Object.hasOwn(row, name))
      return { column, variable, read: answerTo(column, (sent === undefined ? null : row[sent]) ?? null) }
    })
    if (cells.every(({ read }) => (isEmpty(read.value) || read.value === false) && read.problems.length === 0)) continue
    kept.push(Object.fromEntries(cells.map(({ variable, read }) => [variable, read.value])))
    for (const { column, read } of cells) {
      const missing = column.required && isEmpty(read.value) && read.problems.length === 0
      if (missing) problems.push([`.${n}.${column.name}`, 'required'])
      for (const [, problem] of read.problems) problems.push([`.${n}.${column.name}`, problem])
    }
  }
  return { value: kept.length === 0 ? null : kept, problems }
}

/** A box that is not ticked says no; every other field without an answer has none. */
export function answerTo(field: AnswerField, given: Json): Read {
  if (given === null) return fine(field.type === 'checkbox' ? false : null)
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'phone':
    case 'url':
      return textTo(field, field.type, given)
    case 'number':
    case 'currency':
      return numberTo(field, given)
    case 'checkbox':
      return typeof given === 'boolean' ? fine(given) : wrong(null, 'bad_shape')
    case 'select':
      if (given === '') return fine(null)
      if (field.multiple) return optionsTo(field, given)
      return field.options?.some(({ value }) => value === given) ? fine(given) : wrong(null, 'not_an_option')
    case 'date':
      if (given === '') return fine(null)
      return typeof given === 'string' && parseDay(given) !== undefined ? fine(given) : wrong(null, 'bad_date')
    case 'person':
      if (given === '') return fine(null)
      return typeof given === 'string' && ID.test(given) ? fine(given) : wrong(null, 'bad_shape')
    case 'file':
      return filesTo(given)
    case 'table':
      break
  }
  return rowsTo(field.columns ?? [], given)
}
