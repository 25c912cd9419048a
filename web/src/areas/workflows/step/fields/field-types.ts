import type { FieldType } from '@throughline/flow/document'
import { texts } from './fields.texts.ts'

const types: FieldType[] = [
  'text',
  'textarea',
  'number',
  'currency',
  'checkbox',
  'select',
  'date',
  'person',
  'file',
  'email',
  'phone',
  'url',
  'table',
]

/** A column is no table itself. */
export const typeItems = (column: boolean) =>
  types.filter((type) => !column || type !== 'table').map((value) => ({ value, label: texts.types[value] }))
