import type { Field, FieldType } from '@throughline/contracts/workflow-document'
import type { AnswerProblem } from '@throughline/flow/answers'
import { numberText } from '../../../shared/format/count.ts'
import { formTexts } from './form.texts.ts'

const words = formTexts.problems

const missing: Partial<Record<FieldType, string>> = {
  select: words.chooseOne,
  person: words.chooseOne,
  date: words.chooseDay,
  file: words.addFile,
  table: words.addRow,
}

const isNumber = ({ type }: Field) => type === 'number' || type === 'currency'

function tooSmall(field: Field): string {
  if (!isNumber(field)) return field.min === undefined ? words.required : words.moreLetters(field.min)
  return field.min === undefined ? words.tooSmallNumber : words.atLeast(numberText(field.min))
}

function tooLarge(field: Field): string {
  if (field.type === 'file') return words.tooManyFiles
  if (field.type === 'table') return words.tooManyRows
  return field.max === undefined ? words.tooLargeNumber : words.atMost(numberText(field.max))
}

const said: Record<AnswerProblem, (field: Field) => string> = {
  required: ({ type }) => missing[type] ?? words.required,
  too_small: tooSmall,
  too_large: tooLarge,
  too_long: ({ max }) => (max === undefined ? words.tooLong : words.fewerLetters(max)),
  not_a_number: () => words.notANumber,
  bad_email: () => words.badEmail,
  bad_url: () => words.badUrl,
  bad_phone: () => words.badPhone,
  bad_date: () => words.badDate,
  not_an_option: () => words.notAnOption,
  bad_shape: () => words.badShape,
}

/** What to do about an answer that cannot stand. */
export const problemWords = (field: Field, problem: AnswerProblem): string => said[problem](field)
