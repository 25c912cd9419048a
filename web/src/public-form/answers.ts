import type { Json } from '@throughline/flow/eval'
import type { AnswerField } from '@throughline/flow/form'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const elementOf = (form: ParentNode, id: string): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-element="${CSS.escape(id)}"]`)

export const controlsOf = (form: ParentNode, id: string): Control[] => [
  ...(elementOf(form, id)?.querySelectorAll<Control>('input, textarea, select') ?? []),
]

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** As it stands in the page; nothing is made of it here. */
export function readAnswer(form: ParentNode, { name, type, multiple }: AnswerField): Json {
  const controls = controlsOf(form, name)
  const chosen = controls.filter((control) => isBox(control) && control.checked).map(({ value }) => value)
  if (multiple) return chosen
  if (type === 'checkbox') return chosen.length > 0
  const [first] = controls
  if (!first) return null
  return isBox(first) ? (chosen[0] ?? null) : first.value
}

const textOf = (value: Json): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** A text of an address may say yes to a box in several ways. */
const YES = new Set(['true', 'on', 'yes', '1'])

export function writeAnswer(form: ParentNode, { name, type }: AnswerField, value: Json) {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf)
  for (const control of controlsOf(form, name)) {
    if (isBox(control)) control.checked = type === 'checkbox' ? YES.has(texts[0] ?? '') : texts.includes(control.value)
    else if (control.type !== 'file') control.value = texts[0] ?? ''
  }
}

/** `?name=value` fills in what answers to the name, and for lists to each of them. */
export function prefilled(
  search: string,
  fields: readonly AnswerField[],
  names: Record<string, string>,
): [field: AnswerField, value: Json][] {
  const given = new URLSearchParams(search)
  return [...new Set(given.keys())].flatMap((name): [AnswerField, Json][] => {
    const id = Object.hasOwn(names, name) ? names[name] : name
    const field = fields.find((one) => one.name === id && one.type !== 'file')
    return field ? [[field, field.multiple ? given.getAll(name) : (given.get(name) ?? '')]] : []
  })
}
