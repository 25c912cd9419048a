import type { Person } from '@throughline/contracts/running'
import type { Field } from '@throughline/contracts/workflow-document'
import type { Json } from '@throughline/flow/eval'
import { dateText } from '../../../shared/format/time.ts'
import { formTexts } from './form.texts.ts'
import { numberText } from './number-text.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** An answer in words; empty where none was given. Files and tables have looks of their own. */
export function answerText(field: Field, value: Json, people: readonly Person[]): string {
  if (field.type === 'checkbox') return value === true ? formTexts.yes : formTexts.no
  if (field.type === 'number' || field.type === 'currency') return numberText(value, field.type === 'currency')
  if (typeof value !== 'string') return ''
  if (field.type === 'select') return field.options?.find((option) => option.value === value)?.label ?? value
  if (field.type === 'person') return people.find(({ id }) => id === value)?.name ?? ''
  if (field.type === 'date' && DAY.test(value)) return dateText(`${value}T00:00:00Z`, 'UTC')
  return value
}
