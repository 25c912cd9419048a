import type { FormElement } from '@throughline/contracts/form-content'
import { type AnswerField, type AnswerProblem, checkAnswers, isShown } from './answers.ts'
import { variableOf } from './compile/variables.ts'
import type { FieldType } from './document.ts'
import { Budget } from './eval/budget.ts'
import type { Json } from './eval/tree.ts'

export type { AnswerField, AnswerProblem } from './answers.ts'

/** What a page and the server read answers with. `show` holds compiled conditions, by the variable of their element. */
export type CompiledForm = {
  pages: { title: string; elements: string[] }[]
  fields: AnswerField[]
  show: Record<string, Json>
}

export type FormPage = { title: string; elements: FormElement[] }

/** The name that conditions know an element by. */
export const variableOfElement = (id: string): string => variableOf({ name: id })

const TYPES: Record<string, FieldType> = {
  textbox: 'text',
  text: 'text',
  textarea: 'textarea',
  email: 'email',
  number: 'number',
  date: 'date',
  tel: 'phone',
  url: 'url',
  dropdown: 'select',
  select: 'select',
  radio: 'select',
  checkbox: 'checkbox',
  attachment: 'file',
  file: 'file',
}

export const optionsOf = ({ options = [] }: FormElement): { value: string; label: string }[] =>
  options.map((option) =>
    typeof option === 'object'
      ? { value: String(option.value), label: option.label }
      : { value: String(option), label: String(option) },
  )

/** What an element asks for; undefined where it asks for nothing, as headings do. */
export function fieldOf(element: FormElement): AnswerField | undefined {
  const known = Object.hasOwn(TYPES, element.type) ? TYPES[element.type] : undefined
  if (known === undefined) return undefined
  const options = optionsOf(element)
  const severalOf = known === 'checkbox' && options.length > 0
  const type = severalOf ? 'select' : known
  const { id, label = '', required, defaultValue, min, max } = element
  return {
    name: id,
    type,
    label,
    ...(required && { required }),
    ...(type === 'select' && { options }),
    ...((severalOf || (type === 'select' && element.multiple)) && { multiple: true }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
}

/** An element of type `page` begins a page; what stands before the first one is a page of its own. */
export function pagesOf(elements: readonly FormElement[]): FormPage[] {
  const pages: FormPage[] = []
  for (const element of elements) {
    if (element.type === 'page') pages.push({ title: element.title ?? element.label ?? '', elements: [] })
    else if (pages.length === 0) pages.push({ title: '', elements: [element] })
    else pages.at(-1)?.elements.push(element)
  }
  return pages.length > 0 ? pages : [{ title: '', elements: [] }]
}

export type FileRule = {
  /** Endings (.pdf) and media types (image/*), in lower case; none: every kind. */
  accepts: string[]
  maxFiles: number
  maxBytes: number
}

const MOST_FILES = 20
const USUAL_MEGABYTES = 5

export function fileRuleOf({ acceptedFileTypes = [], multiple, maxFiles, maxFileSize }: FormElement): FileRule {
  const named = typeof acceptedFileTypes === 'string' ? acceptedFileTypes.split(',') : acceptedFileTypes
  const accepts = named.map((one) => one.trim().toLowerCase()).filter((one) => one !== '' && one !== '*/*')
  const most = maxFiles ?? (multiple ? MOST_FILES : 1)
  return {
    accepts,
    maxFiles: Math.min(Math.max(most, 1), MOST_FILES),
    maxBytes: (maxFileSize ?? USUAL_MEGABYTES) * 1_048_576,
  }
}

/** Whether a file's name or media type is one of those that an element takes. */
export function isAccepted({ accepts }: FileRule, name: string, mediaType: string): boolean {
  const lower = name.toLowerCase()
  const of = mediaType.toLowerCase()
  return (
    accepts.length === 0 ||
    accepts.some((one) =>
      one.startsWith('.') ? lower.endsWith(one) : one.endsWith('/*') ? of.startsWith(one.slice(0, -1)) : of === one,
    )
  )
}

export type CheckedResponse = {
  /** By element, of those that are shown; null where nothing was answered. */
  values: Record<string, Json>
  problems: Record<string, AnswerProblem>
  /** Fields, and headings and other words, that are not shown. */
  hidden: readonly string[]
}

/** Words that stand on the page have conditions like fields; `values` are the answers of the fields that are shown. */
function hiddenWords({ pages, fields, show }: CompiledForm, values: Record<string, Json>, now: number): string[] {
  const variables = new Set(fields.map(({ name }) => variableOfElement(name)))
  const vars = Object.fromEntries([...variables].map((name) => [name, values[name] ?? null]))
  const budget = Budget.ofSeveral()
  return pages
    .flatMap(({ elements }) => elements)
    .filter((id) => {
      const variable = variableOfElement(id)
      if (variables.has(variable) || !Object.hasOwn(show, variable)) return false
      return !isShown(show[variable], vars, { show, vars, now }, budget)
    })
}

/** What a response comes to: one reading for builder, page and server. A hidden field is not required and not kept. */
export function checkResponse(form: CompiledForm, answers: Record<string, Json>, now: number): CheckedResponse {
  const { values, problems, hidden } = checkAnswers(form.fields, answers, { show: form.show, vars: {}, now })
  const kept = form.fields.flatMap(({ name }): [string, Json][] => {
    const variable = variableOfElement(name)
    return Object.hasOwn(values, variable) ? [[name, values[variable] ?? null]] : []
  })
  // In a task an unchecked box is the answer no. A form that requires a checkbox wants it checked.
  const unticked = form.fields.flatMap(({ name, type, required }): [string, AnswerProblem][] =>
    required && type === 'checkbox' && values[variableOfElement(name)] === false ? [[name, 'required']] : [],
  )
  return {
    values: Object.fromEntries(kept),
    problems: { ...Object.fromEntries(unticked), ...problems },
    hidden: [...hidden, ...hiddenWords(form, values, now)],
  }
}

/** Places of the pages that show something beside these hidden elements: one that would ask nothing is passed over. */
export function visiblePages({ pages, fields }: CompiledForm, hidden: ReadonlySet<string>): number[] {
  const asked = new Set(fields.map(({ name }) => name))
  return pages.flatMap(({ elements }, at) => {
    const questions = elements.filter((id) => asked.has(id))
    const here = questions.length > 0 ? questions : elements
    return here.length > 0 && here.every((id) => hidden.has(id)) ? [] : [at]
  })
}
