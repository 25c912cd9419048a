import type { Field } from '@throughline/flow/document'
import { listText } from '../../../shared/format/list-text.ts'
import { changeTexts as texts } from './history.texts.ts'
import { expressionText, valueText } from './value-text.ts'

const title = ({ label, name }: Field) => label || name

/** What became of the fields of a form. */
export function fieldsText(before: readonly Field[], after: readonly Field[]): string {
  const old = new Map(before.map((field) => [field.name, field]))
  const kept = new Set(after.map(({ name }) => name))
  const gone = before.filter(({ name }) => !kept.has(name))
  const fresh = after.filter(({ name }) => !old.has(name))
  // One that takes another's place in a list of the same length has been renamed.
  const renamed =
    before.length === after.length && gone.length === 1 && fresh.length === 1 && gone[0] && fresh[0]
      ? ([gone[0], fresh[0]] as const)
      : undefined
  const said = [
    ...(renamed
      ? [texts.renamedField(title(renamed[0]), title(renamed[1]))]
      : [
          ...fresh.map((field) => texts.addedField(field.required ? texts.fieldRequired(title(field)) : title(field))),
          ...gone.map((field) => texts.removedField(title(field))),
        ]),
    ...after.flatMap((field) => {
      const was = old.get(field.name)
      const what = was ? partsOf(was, field) : []
      return what.length > 0 ? [texts.changedField(title(field), what.join(', '))] : []
    }),
  ]
  return said.length > 0 ? said.join(', ') : texts.movedFields
}

type Part = { key: keyof Field; text: (field: Field) => string }

const parts: Part[] = [
  { key: 'label', text: ({ label }) => valueText(label) },
  { key: 'type', text: ({ type }) => texts.ofType(type) },
  { key: 'required', text: ({ required }) => (required ? texts.required : texts.optional) },
  { key: 'options', text: ({ options = [] }) => texts.options(listText(options.map(({ label }) => label))) },
  {
    key: 'show_if',
    text: ({ show_if }) => (show_if === undefined ? texts.alwaysShown : texts.shownIf(expressionText(show_if))),
  },
  {
    key: 'default',
    text: (field) => (field.default === undefined ? texts.noDefault : texts.newDefault(valueText(field.default))),
  },
  { key: 'min', text: ({ min }) => (min === undefined ? texts.other('min') : texts.atLeast(min)) },
  { key: 'max', text: ({ max }) => (max === undefined ? texts.other('max') : texts.atMost(max)) },
  {
    key: 'columns',
    text: ({ columns = [] }) => texts.columns(listText(columns.map(({ label, name }) => label || name))),
  },
  { key: 'help', text: ({ help }) => valueText(help) },
  { key: 'placeholder', text: ({ placeholder }) => valueText(placeholder) },
  { key: 'variable', text: ({ variable }) => valueText(variable) },
]

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

function partsOf(before: Field, after: Field): string[] {
  return parts.filter(({ key }) => differs(before[key], after[key])).map(({ text }) => text(after))
}
