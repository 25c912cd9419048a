import type { FormElement } from '@throughline/contracts/form-content'
import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import type { Json } from './eval/tree.ts'
import { attributes, type Html, html } from './form/escape.ts'
import { type AnswerField, type CompiledForm, type FileRule, fieldOf, fileRuleOf, optionsOf, pagesOf } from './form.ts'

export { attributes, escapeHtml, type Html, html } from './form/escape.ts'

/**
 * What stands in an element when it is drawn: an answer that was given, and what is wrong with it. `later`: where scripts
 * run it is not shown until one says so.
 */
export type ElementState = { value?: Json; problem?: string; later?: boolean }

/** What the script of a public page is told beside what it sees there. */
export type FormPageData = {
  id: string
  version: number
  form: CompiledForm
  files: Record<string, FileRule>
  /** Elements by the name that an address fills them in with. */
  prefill: Record<string, string>
  limits: { files: number; megabytes: number }
}

/** Ids within the page; those of elements cannot be taken by anything else on it. */
export const controlId = (element: string, option?: number): string =>
  `f-${element}${option === undefined ? '' : `-${option}`}`
export const problemId = (element: string): string => `e-${element}`
const helpId = (element: string) => `h-${element}`
const labelId = (element: string) => `l-${element}`

const INPUTS: Record<string, { type: string; inputmode?: string; autocomplete?: string }> = {
  email: { type: 'email', autocomplete: 'email' },
  // A number field of the browser drops what it cannot read; nothing that was typed may be lost.
  number: { type: 'text', inputmode: 'decimal' },
  date: { type: 'date' },
  tel: { type: 'tel', autocomplete: 'tel' },
  url: { type: 'url', inputmode: 'url' },
}

const DEFAULT_ROWS = 4
const ROWS = { least: 2, most: 10 }
const rowsOf = ({ rows = DEFAULT_ROWS }: FormElement) => Math.min(Math.max(rows, ROWS.least), ROWS.most)

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const listOf = (value: Json | undefined): string[] =>
  value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).map(textOf)

type Drawn = { element: FormElement; field: AnswerField; state: ElementState; described: string }

function namesOf({ element, field, described, state }: Drawn) {
  return {
    id: controlId(element.id),
    name: element.id,
    required: field.required === true,
    'aria-describedby': described,
    'aria-invalid': state.problem === undefined ? undefined : 'true',
  }
}

function textControl(drawn: Drawn): Html {
  const { element, state } = drawn
  const shared = { ...namesOf(drawn), placeholder: element.placeholder || undefined }
  const value = textOf(state.value)
  if (element.type === 'textarea')
    // A line break right after the tag would be dropped by the browser, so one is always there to drop.
    return html`<textarea class="tl-control"${attributes({ ...shared, rows: rowsOf(element) })}>
${value}</textarea>`
  const kind = INPUTS[element.type] ?? { type: 'text' }
  return html`<input class="tl-control"${attributes({ ...kind, ...shared, value: value || undefined })}>`
}

function selectControl(drawn: Drawn): Html {
  const { element, state } = drawn
  const chosen = textOf(state.value)
  const options = optionsOf(element).map(
    ({ value, label }) => html`<option${attributes({ value, selected: value === chosen })}>${label}</option>`,
  )
  return html`<select class="tl-control"${attributes(namesOf(drawn))}><option value="">${element.placeholder || formTexts.choose}</option>${options}</select>`
}

/** Each box of a list has the name of its place in it, so that the page works as a plain form, too. */
function choices({ element, field, state, described }: Drawn): Html[] {
  const chosen = listOf(state.value)
  return optionsOf(element).map(({ value, label }, at) => {
    const named = {
      type: field.multiple ? 'checkbox' : 'radio',
      id: controlId(element.id, at),
      name: field.multiple ? `${element.id}[${at}]` : element.id,
      value,
      checked: chosen.includes(value),
      'aria-describedby': described,
      'aria-invalid': state.problem === undefined ? undefined : 'true',
    }
    return html`<label class="tl-choice"><input${attributes(named)}><span>${label}</span></label>`
  })
}

function fileControl(drawn: Drawn): Html {
  const { element } = drawn
  const { accepts, maxFiles } = fileRuleOf(element)
  const named = {
    ...namesOf(drawn),
    name: `${element.id}[]`,
    type: 'file',
    multiple: maxFiles > 1,
    accept: accepts.join(',') || undefined,
  }
  const words = maxFiles > 1 ? formTexts.chooseFiles : formTexts.chooseFile
  return html`<ul class="tl-files" hidden></ul><div class="tl-drop"><input${attributes(named)}><span aria-hidden="true">${words}</span></div>`
}

const optionalMark = (field: AnswerField) =>
  field.required ? undefined : html` <span class="tl-optional">${formTexts.optional}</span>`

const helpOf = ({ id, helpText }: FormElement) =>
  helpText ? html`<p class="tl-help tl-text" id="${helpId(id)}">${helpText}</p>` : undefined

const problemOf = ({ id }: FormElement, { problem }: ElementState) =>
  html`<p class="tl-problem" id="${problemId(id)}"${attributes({ hidden: problem === undefined })}>${problem}</p>`

const shell = ({ id, narrow }: FormElement, { problem, later }: ElementState) =>
  attributes({
    class: ['tl-field', narrow && 'tl-narrow', problem !== undefined && 'tl-wrong', later && 'tl-later']
      .filter(Boolean)
      .join(' '),
    'data-element': id,
  })

/** One control under its label; several under the legend of their group; a single box beside its own words. */
function fieldHtml(element: FormElement, field: AnswerField, state: ElementState): Html {
  const described = `${element.helpText ? `${helpId(element.id)} ` : ''}${problemId(element.id)}`
  const drawn: Drawn = { element, field, state, described }
  const label = element.label || element.id
  const open = shell(element, state)
  const end = problemOf(element, state)
  if (field.multiple || element.type === 'radio')
    return html`<fieldset${open}><legend class="tl-label">${label}${optionalMark(field)}</legend>${helpOf(element)}<div class="tl-choices">${choices(drawn)}</div>${end}</fieldset>`
  if (field.type === 'checkbox') {
    const box = attributes({ ...namesOf(drawn), type: 'checkbox', value: 'true', checked: state.value === true })
    return html`<div${open}><label class="tl-check"><input${box}><span>${label}${optionalMark(field)}</span></label>${helpOf(element)}${end}</div>`
  }
  const control =
    field.type === 'file' ? fileControl(drawn) : field.type === 'select' ? selectControl(drawn) : textControl(drawn)
  return html`<div${open}><label class="tl-label" id="${labelId(element.id)}" for="${controlId(element.id)}">${label}${optionalMark(field)}</label>${helpOf(element)}${control}${end}</div>`
}

function restHtml(element: FormElement, { later }: ElementState): Html | undefined {
  const { id, type, title, content, label, buttonType } = element
  const words = content || title || label || ''
  const at = (name: string) => attributes({ class: later ? `${name} tl-later` : name, 'data-element': id })
  switch (type) {
    case 'mainHeading':
      return html`<h2${at('tl-main-heading tl-text')}>${words}</h2>`
    case 'sectionHeading':
      return html`<h2${at('tl-heading tl-text')}>${words}</h2>`
    case 'section':
      return html`<div${at('tl-section')}>${(title || label) && html`<h2 class="tl-heading">${title || label}</h2>`}${content && html`<p class="tl-text">${content}</p>`}</div>`
    case 'label':
      return html`<p${at('tl-text')}>${words}</p>`
    case 'button':
      // Nothing is ever cleared: a button that would reset the form sends it like any other.
      return html`<div${at('tl-field')}><button class="tl-button" type="submit"${attributes({ 'data-kind': buttonType || undefined })}>${words}</button></div>`
    case 'headerBanner':
    case 'page':
      return undefined
    default:
      return html`<p${at('tl-unsupported')}>${formSpec.unsupported(type)}</p>`
  }
}

/** An element as the public page shows it, with nothing in it that its author could have meant as HTML. */
export function renderElement(element: FormElement, state: ElementState = {}): Html | undefined {
  const field = fieldOf(element)
  if (!field) return restHtml(element, state)
  return fieldHtml(element, field, 'value' in state ? state : { ...state, value: element.defaultValue ?? null })
}

/** All pages one after the other, the way a browser without scripts shows them. */
export function renderPages(elements: readonly FormElement[], states: Record<string, ElementState> = {}): Html[] {
  return pagesOf(elements).map(({ title, elements: ofPage }, page) => {
    const shown = ofPage.map((element) =>
      renderElement(element, Object.hasOwn(states, element.id) ? states[element.id] : {}),
    )
    const late = page > 0 ? ' tl-later' : ''
    return html`<section class="tl-page${late}" data-page="${page}">${title && html`<h2 class="tl-page-title" tabindex="-1">${title}</h2>`}<div class="tl-fields">${shown}</div></section>`
  })
}
