import {
  ELEMENT_TYPES,
  type FormContent,
  type FormElement,
  MAX_CONTENT_BYTES,
  MAX_PAGES,
} from '@throughline/contracts/form-content'
import type { FormProblem } from '@throughline/contracts/forms'
import { written } from './compile/canonical.ts'
import { type Checked, type Expressions, expressionsFor } from './compile/cel/expression.ts'
import { sha256 } from './compile/sha256.ts'
import type { VarType } from './document.ts'
import type { Json, Tree } from './eval/tree.ts'
import {
  type AnswerField,
  type CompiledForm,
  fieldOf,
  fileRuleOf,
  optionsOf,
  pagesOf,
  variableOfElement,
} from './form.ts'
import { typeOfAnswer } from './form-mapping.ts'

export { diffForms, type FormDifference } from './form/diff.ts'

export const hashForm = (content: FormContent): string => sha256(written(content))

const KNOWN: ReadonlySet<string> = new Set(ELEMENT_TYPES)
const ROWS = { least: 2, most: 10 }

/** The fields that an element's condition may read: those that stand before it. */
export const fieldsBefore = (elements: readonly FormElement[], id: string): AnswerField[] =>
  elements
    .slice(
      0,
      Math.max(
        elements.findIndex((one) => one.id === id),
        0,
      ),
    )
    .flatMap((one) => fieldOf(one) ?? [])

type Found = Omit<FormProblem, 'level'> & { level?: 'warning' }

function optionProblems(element: FormElement): Found[] {
  const options = optionsOf(element)
  const needs = ['dropdown', 'select', 'radio'].includes(element.type)
  if (needs && options.length === 0) return [{ code: 'options_missing', element: element.id }]
  const twice = options.find(({ value }, n) => options.findIndex((one) => one.value === value) !== n)
  const blank = options.some(({ value, label }) => value.trim() === '' || label.trim() === '')
  return [
    ...(twice ? [{ code: 'option_twice', element: element.id, data: { option: twice.label } }] : []),
    ...(blank ? [{ code: 'option_blank', element: element.id }] : []),
  ]
}

function limitProblems(element: FormElement, field: AnswerField): Found[] {
  const { id: at, rows, min, max, maxFiles } = element
  return [
    ...(element.type === 'textarea' && rows !== undefined && (rows < ROWS.least || rows > ROWS.most)
      ? [{ code: 'rows_range', element: at }]
      : []),
    ...(min !== undefined && max !== undefined && min > max ? [{ code: 'min_above_max', element: at }] : []),
    ...(field.type === 'file' && ((maxFiles !== undefined && maxFiles < 1) || fileRuleOf(element).maxBytes <= 0)
      ? [{ code: 'file_limits', element: at }]
      : []),
  ]
}

function elementProblems(element: FormElement): Found[] {
  if (!KNOWN.has(element.type)) return [{ code: 'unsupported_type', element: element.id, data: { type: element.type } }]
  const field = fieldOf(element)
  if (!field) return []
  return [
    ...((element.label ?? '').trim() === '' ? [{ code: 'label_missing', element: element.id }] : []),
    ...optionProblems(element),
    ...limitProblems(element, field),
  ]
}

/** Ids that differ only in signs would be one and the same to conditions. */
function sameIds(elements: readonly FormElement[]): Found[] {
  const seen = new Set<string>()
  return elements.flatMap(({ id }): Found[] => {
    const variable = variableOfElement(id)
    if (seen.has(variable)) return [{ code: 'id_twice', element: id }]
    seen.add(variable)
    return []
  })
}

function samePrefills(elements: readonly FormElement[]): Found[] {
  const seen = new Set<string>()
  return elements.flatMap((element): Found[] => {
    if (!fieldOf(element)) return []
    const name = element.prefill || element.id
    if (seen.has(name)) return [{ code: 'prefill_twice', level: 'warning', element: element.id, data: { name } }]
    seen.add(name)
    return []
  })
}

function wholeProblems(content: FormContent): Found[] {
  const pages = pagesOf(content.elements)
  const bytes = new TextEncoder().encode(JSON.stringify(content)).byteLength
  const fields = content.elements.some(fieldOf)
  return [
    ...(content.title.trim() === '' ? [{ code: 'title_missing' }] : []),
    ...(fields ? [] : [{ code: 'no_fields' }]),
    ...(pages.length > MAX_PAGES ? [{ code: 'too_many_pages', data: { most: MAX_PAGES } }] : []),
    ...(bytes > MAX_CONTENT_BYTES ? [{ code: 'too_large', data: { bytes, most: MAX_CONTENT_BYTES } }] : []),
    ...pages.flatMap(({ elements }, n): Found[] =>
      pages.length > 1 && elements.length === 0
        ? [{ code: 'page_empty', level: 'warning', data: { page: n + 1 } }]
        : [],
    ),
  ]
}

type Shown = { tree: Tree } | Found | undefined

/** A condition reads what stands before its field, so that nothing appears above the reader. */
function shownIf(element: FormElement, earlier: ReadonlySet<string>, all: Expressions): Shown {
  const text = element.show_if?.trim()
  if (!text) return undefined
  const checked = all.check(text, 'truth')
  if ('problem' in checked)
    return {
      code: 'show_if_wrong',
      element: element.id,
      data: { text: checked.problem.text, ...(checked.problem.unknown && { unknown: checked.problem.unknown }) },
    }
  if (checked.tooMuch) return { code: 'show_if_too_much', element: element.id }
  const later = checked.reads.find(({ name }) => !earlier.has(name))
  if (later) return { code: 'show_if_later', element: element.id, data: { variable: later.name } }
  return { tree: checked.tree }
}

function expressionsOver(elements: readonly FormElement[]): Expressions {
  const types = new Map<string, VarType>()
  for (const element of elements) {
    const field = fieldOf(element)
    if (field) types.set(variableOfElement(element.id), typeOfAnswer(field))
  }
  return expressionsFor(types)
}

/** What a condition over these elements says, or what is wrong with it. */
export const readShowIf = (elements: readonly FormElement[], text: string): Checked =>
  expressionsOver(elements).check(text, 'truth')

function conditions(elements: readonly FormElement[]): { show: Record<string, Json>; problems: Found[] } {
  const expressions = expressionsOver(elements)
  const earlier = new Set<string>()
  const show: [string, Json][] = []
  const problems: Found[] = []
  let ofPage: Tree | undefined
  for (const element of elements) {
    const shown = shownIf(element, earlier, expressions)
    const own = shown && 'tree' in shown ? shown.tree : undefined
    if (shown && 'code' in shown) problems.push(shown)
    if (element.type === 'page') ofPage = own
    // What stands on a page is shown while the page is.
    else if (own ?? ofPage) {
      const tree = own && ofPage ? ['and', ofPage, own] : (own ?? ofPage)
      show.push([variableOfElement(element.id), JSON.parse(JSON.stringify(tree))])
    }
    if (fieldOf(element)) earlier.add(variableOfElement(element.id))
  }
  return { show: Object.fromEntries(show), problems }
}

/** A form as it is filled in, and all that stands in the way of publishing it or is worth a look. */
export function compileForm(content: FormContent): { compiled: CompiledForm; problems: FormProblem[] } {
  const { elements } = content
  const { show, problems } = conditions(elements)
  const found = [
    ...wholeProblems(content),
    ...sameIds(elements),
    ...elements.flatMap(elementProblems),
    ...problems,
    ...samePrefills(elements),
  ]
  return {
    compiled: {
      pages: pagesOf(elements).map((page) => ({ title: page.title, elements: page.elements.map(({ id }) => id) })),
      fields: elements.flatMap((element) => fieldOf(element) ?? []),
      show,
    },
    problems: found.map((one) => ({ ...one, level: one.level ?? 'error' })),
  }
}
