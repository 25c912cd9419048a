import type { Field } from '@throughline/flow/document'
import { listText } from '../../../shared/format/list-text.ts'
import { changeTexts as say } from './history.texts.ts'
import { expression, plain } from './value-words.ts'

const title = ({ label, name }: Field) => label || name

/** What became of the fields of a form. */
export function fieldWords(before: readonly Field[], after: readonly Field[]): string {
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
      ? [say.renamedField(title(renamed[0]), title(renamed[1]))]
      : [
          ...fresh.map((field) => say.addedField(field.required ? say.fieldRequired(title(field)) : title(field))),
          ...gone.map((field) => say.removedField(title(field))),
        ]),
    ...after.flatMap((field) => {
      const was = old.get(field.name)
      const what = was ? partsOf(was, field) : []
      return what.length > 0 ? [say.changedField(title(field), what.join(', '))] : []
    }),
  ]
  return said.length > 0 ? said.join(', ') : say.movedFields
}

type Part = { key: keyof Field; words: (field: Field) => string }

const parts: Part[] = [
  { key: 'label', words: ({ label }) => plain(label) },
  { key: 'type', words: ({ type }) => say.ofType(type) },
  { key: 'required', words: ({ required }) => (required ? say.required : say.optional) },
  { key: 'options', words: ({ options = [] }) => say.options(listText(options.map(({ label }) => label))) },
  {
    key: 'show_if',
    words: ({ show_if }) => (show_if === undefined ? say.alwaysShown : say.shownIf(expression(show_if))),
  },
  {
    key: 'default',
    words: (field) => (field.default === undefined ? say.noDefault : say.newDefault(plain(field.default))),
  },
  { key: 'min', words: ({ min }) => (min === undefined ? say.other('min') : say.atLeast(min)) },
  { key: 'max', words: ({ max }) => (max === undefined ? say.other('max') : say.atMost(max)) },
  {
    key: 'columns',
    words: ({ columns = [] }) => say.columns(listText(columns.map(({ label, name }) => label || name))),
  },
  { key: 'help', words: ({ help }) => plain(help) },
  { key: 'placeholder', words: ({ placeholder }) => plain(placeholder) },
  { key: 'variable', words: ({ variable }) => plain(variable) },
]

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

function partsOf(before: Field, after: Field): string[] {
  return parts.filter(({ key }) => differs(before[key], after[key])).map(({ words }) => words(after))
}
