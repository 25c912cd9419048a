import type { SubmissionColumn, SubmissionRow } from '@throughline/contracts/form-submissions'
import { numberText } from '../../../shared/format/count.ts'
import { dateText } from '../../../shared/format/time.ts'
import { texts } from '../submissions.texts.ts'

type Answer = SubmissionRow['answers'][string]

/** An answer in words: days are written out, several choices stand side by side. */
export function answerText(answer: Answer | undefined, type: string): string {
  if (answer === undefined || answer === null || answer === '') return ''
  if (typeof answer === 'boolean') return answer ? texts.yes : texts.no
  if (Array.isArray(answer)) return answer.map((one) => answerText(one, '')).join(', ')
  if (typeof answer === 'number') return numberText(answer)
  if (typeof answer === 'object') return JSON.stringify(answer)
  return type === 'date' ? dateText(`${answer}T12:00:00Z`, 'UTC') : answer
}

const NAMING = ['text', 'email']

/** What a response is called in a list: its first words, else its receipt. */
export function nameOf({ answers, receipt }: SubmissionRow, columns: readonly SubmissionColumn[]): string {
  const named = columns.find(({ id, type }) => NAMING.includes(type) && answerText(answers[id], type) !== '')
  return named ? answerText(answers[named.id], named.type) : receipt
}
