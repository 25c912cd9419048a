import type { AnswerField, AnswerProblem } from './form.ts'

function requiredText({ type, multiple }: AnswerField): string {
  if (multiple) return 'Choose at least one.'
  if (type === 'select') return 'Choose an option.'
  if (type === 'checkbox') return 'Check this box to continue.'
  if (type === 'file') return 'Add a file.'
  return type === 'date' ? 'Choose a date.' : 'Enter an answer.'
}

const isNumber = ({ type }: AnswerField) => type === 'number' || type === 'currency'

function sizeText(field: AnswerField, problem: 'too_small' | 'too_large' | 'too_long'): string {
  const { min, max, type } = field
  if (problem === 'too_small') return isNumber(field) ? `Enter ${min} or more.` : `Enter at least ${min} characters.`
  if (type === 'file') return 'Remove some of these files.'
  if (isNumber(field)) return max === undefined ? 'Enter a smaller number.' : `Enter ${max} or less.`
  return max === undefined ? 'This answer is too long. Shorten it.' : `Use up to ${max} characters.`
}

/** What is wrong with an answer and what to do about it. */
export function problemText(field: AnswerField, problem: AnswerProblem): string {
  switch (problem) {
    case 'required':
      return requiredText(field)
    case 'too_small':
    case 'too_large':
    case 'too_long':
      return sizeText(field, problem)
    case 'not_a_number':
      return 'Enter a number.'
    case 'bad_email':
      return 'Enter an email address, like name@example.com.'
    case 'bad_url':
      return 'Enter a web address that starts with https://.'
    case 'bad_phone':
      return 'Enter a phone number.'
    case 'bad_date':
      return 'Enter a valid date.'
    case 'not_an_option':
      return 'Choose one of the options.'
    case 'bad_shape':
      break
  }
  return 'This answer can’t be read. Enter it again.'
}
