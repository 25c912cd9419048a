import type { FormElement } from '@throughline/contracts/form-content'
import { texts } from '../../builder.texts.ts'
import { spec } from '../../starters.texts.ts'

/** What can be inserted; the five that the specification offers come first. */
export const INSERTABLE = [
  'textbox',
  'textarea',
  'dropdown',
  'checkbox',
  'attachment',
  'checkboxes',
  'radio',
  'email',
  'number',
  'date',
  'tel',
  'url',
  'mainHeading',
  'sectionHeading',
  'section',
  'label',
  'page',
] as const
export type Insertable = (typeof INSERTABLE)[number]

const PREFIXES: Record<string, string> = {
  textbox: 'txt',
  textarea: 'txa',
  dropdown: 'sel',
  select: 'sel',
  checkbox: 'chk',
  attachment: 'att',
  file: 'att',
  radio: 'rad',
  email: 'eml',
  number: 'num',
  date: 'dat',
  tel: 'tel',
  url: 'url',
  mainHeading: 'hdg',
  sectionHeading: 'sec',
  section: 'div',
  label: 'lbl',
  page: 'pag',
}

const NUMBERED = /^([A-Za-z]\w*)-(\d+)$/

/** The next id of a type. `taken` are all ids that there ever were, so that none comes to mean something else. */
export function nextId(type: string, taken: Iterable<string>): string {
  const prefix = (Object.hasOwn(PREFIXES, type) ? PREFIXES[type] : undefined) ?? 'txt'
  let most = 0
  for (const id of taken) {
    const [, of, number] = NUMBERED.exec(id) ?? []
    if (of === prefix) most = Math.max(most, Number(number))
  }
  return `${prefix}-${most + 1}`
}

const DEFAULT_ROWS = 4
const MEGABYTES = 5

/** A new element with the specification's defaults. */
export function newElement(kind: Insertable, taken: Iterable<string>, label = ''): FormElement {
  const type = kind === 'checkboxes' ? 'checkbox' : kind
  const id = nextId(type, taken)
  switch (kind) {
    case 'textarea':
      return { id, type, label, rows: DEFAULT_ROWS }
    case 'dropdown':
    case 'radio':
    case 'checkboxes':
      return { id, type, label, options: [...texts.defaultOptions] }
    case 'attachment':
      return { id, type, label, maxFileSize: MEGABYTES, maxFiles: 1, helpText: spec.uploadHelp }
    case 'mainHeading':
    case 'sectionHeading':
    case 'label':
      return { id, type, content: label }
    case 'section':
      return { id, type }
    case 'page':
      return { id, type, title: label }
    case 'textbox':
    case 'checkbox':
    case 'email':
    case 'number':
    case 'date':
    case 'tel':
    case 'url':
      break
  }
  return { id, type, label }
}

/** Words that stand on the page instead of a question: they have no label that could be missing. */
export const isWords = ({ type }: FormElement): boolean =>
  ['mainHeading', 'sectionHeading', 'label', 'section', 'button'].includes(type)

/** The key under which an element keeps the words that name it. */
export const wordsKey = (element: FormElement): 'label' | 'content' | 'title' => {
  if (element.type === 'page' || element.type === 'section') return 'title'
  if (!isWords(element) || element.type === 'button') return 'label'
  return element.content === undefined && element.label !== undefined ? 'label' : 'content'
}
export const wordsOf = (element: FormElement): string => element[wordsKey(element)] ?? ''
