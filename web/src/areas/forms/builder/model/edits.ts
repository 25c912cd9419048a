import type { FormElement } from '@throughline/contracts/form-content'
import { variableOfElement } from '@throughline/flow/form'
import { nextId } from './elements.ts'
import { blocksOf } from './pages.ts'

type Elements = readonly FormElement[]

const placeOf = (elements: Elements, id: string) => elements.findIndex((one) => one.id === id)

/** Without keys that say nothing. */
const tidy = (element: FormElement): FormElement => {
  const kept = Object.entries(element).filter(([, value]) => value !== undefined && value !== false)
  return Object.assign({ id: element.id, type: element.type }, Object.fromEntries(kept))
}

export const change = (elements: Elements, id: string, patch: Partial<FormElement>): Elements =>
  elements.map((one) => (one.id === id ? tidy({ ...one, ...patch }) : one))

/** Behind the named one; at the beginning where none is named. */
export function insertAfter(elements: Elements, after: string | undefined, added: Elements): Elements {
  const at = after === undefined ? 0 : placeOf(elements, after) + 1
  return elements.toSpliced(at, 0, ...added)
}

/** At the end of a page. */
export function append(elements: Elements, page: number, added: Elements): Elements {
  const block = blocksOf(elements)[page]
  return elements.toSpliced(block ? block.start + block.elements.length : elements.length, 0, ...added)
}

export const remove = (elements: Elements, id: string): Elements => elements.filter((one) => one.id !== id)

/** One place up or down; past the end of a page it goes on to the next. The first page keeps its beginning. */
export function moveBy(elements: Elements, id: string, by: -1 | 1): Elements {
  const at = placeOf(elements, id)
  const element = elements[at]
  const to = at + by
  if (!element || to < 0 || to >= elements.length || (to === 0 && elements[0]?.type === 'page')) return elements
  return elements.toSpliced(at, 1).toSpliced(to, 0, element)
}

/** Before another one, or to the end of a page. */
export function moveTo(
  elements: Elements,
  id: string,
  to: { before: string } | { after: string } | { page: number },
): Elements {
  const element = elements[placeOf(elements, id)]
  if (!element) return elements
  const rest = remove(elements, id)
  if ('page' in to) return append(rest, to.page, [element])
  const target = 'before' in to ? to.before : to.after
  const at = placeOf(rest, target)
  return at < 0 ? elements : rest.toSpliced('before' in to ? at : at + 1, 0, element)
}

export function duplicate(elements: Elements, id: string, taken: Iterable<string>): { elements: Elements; id: string } {
  const element = elements[placeOf(elements, id)]
  if (!element) return { elements, id }
  const { prefill: _, ...copied } = element
  const copy = { ...copied, id: nextId(element.type, taken) }
  return { elements: insertAfter(elements, id, [copy]), id: copy.id }
}

const marked = (elements: Elements, taken: Iterable<string>, title: string): Elements =>
  elements[0]?.type === 'page' ? elements : [{ id: nextId('page', taken), type: 'page', title }, ...elements]

/** Behind another one. The first page gets a beginning of its own, too, so that both have names. */
export function addPage(
  elements: Elements,
  after: number,
  taken: Iterable<string>,
  titles: [string, string],
): Elements {
  const all = marked(elements, taken, titles[0])
  const block = blocksOf(all)[after]
  const at = block ? block.start + block.elements.length : all.length
  const id = nextId('page', [...taken, ...all.map((one) => one.id)])
  return all.toSpliced(at, 0, { id, type: 'page', title: titles[1] })
}

export function movePage(
  elements: Elements,
  page: number,
  to: number,
  taken: Iterable<string>,
  title: string,
): Elements {
  const blocks = blocksOf(marked(elements, taken, title))
  const block = blocks[page]
  if (!block || to < 0 || to >= blocks.length) return elements
  return blocks
    .toSpliced(page, 1)
    .toSpliced(to, 0, block)
    .flatMap(({ mark, elements: own }) => (mark ? [mark, ...own] : own))
}

/** What stood on the page goes to the one before it. Of a page alone nothing is left to end. */
export function removePage(elements: Elements, page: number): Elements {
  const blocks = blocksOf(elements)
  if (blocks.length < 2) return elements
  const mark = (page === 0 ? blocks[1] : blocks[page])?.mark
  return mark ? remove(elements, mark.id) : elements
}

/** Another type of the same question: what it has no use for is left out. */
export function retype(element: FormElement, type: string, options: readonly string[]): FormElement {
  const { id, label, placeholder, required, helpText, show_if, narrow, prefill, defaultValue: _, ...rest } = element
  const chooses = ['dropdown', 'select', 'radio'].includes(type) || type === 'checkboxes'
  const kept = { id, label, required, helpText, show_if, narrow, prefill }
  return tidy({
    ...kept,
    type: type === 'checkboxes' ? 'checkbox' : type,
    placeholder: ['textbox', 'textarea', 'email', 'number', 'tel', 'url'].includes(type) ? placeholder : undefined,
    options: chooses ? (rest.options ?? [...options]) : undefined,
    rows: type === 'textarea' ? (rest.rows ?? 4) : undefined,
    ...(type === 'attachment' && { maxFiles: rest.maxFiles ?? 1, maxFileSize: rest.maxFileSize ?? 5 }),
  })
}

/** The elements under other ids, in conditions as well. */
export function renamed(elements: Elements, ids: ReadonlyMap<string, string>): Elements {
  if (ids.size === 0) return elements
  const variables = new Map([...ids].map(([from, to]) => [variableOfElement(from), variableOfElement(to)]))
  return elements.map((element) => {
    const show_if = element.show_if?.replaceAll(/\w+/g, (word) => variables.get(word) ?? word)
    return { ...element, id: ids.get(element.id) ?? element.id, ...(show_if !== undefined && { show_if }) }
  })
}
