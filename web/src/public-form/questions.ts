import type { Json } from '@throughline/flow/eval'
import { checkResponse } from '@throughline/flow/form'
import { problemText } from '@throughline/flow/form-problem-text'
import type { FormPageData } from '@throughline/flow/form-view'
import { readAnswer } from './answers.ts'
import type { ChosenFiles } from './chosen-files.ts'

/** What the answers of the page come to now. */
interface Reading {
  /** Of the fields that are shown. */
  values: Record<string, Json>
  /** What is wrong, in words, by element. */
  problems: ReadonlyMap<string, string>
  hidden: ReadonlySet<string>
}

export interface Questions {
  answers(): Record<string, Json>
  read(): Reading
  isAnswered(id: string): boolean
  /** What the server said of single answers; each holds until its answer is changed. */
  refuse(problems: Record<string, string>): void
  changed(id: string): void
}

const isEmpty = (value: Json) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

export function createQuestions(form: HTMLFormElement, data: FormPageData, files: ChosenFiles): Questions {
  const { fields } = data.form
  const refused = new Map<string, string>()
  const answerOf = (field: (typeof fields)[number]): Json =>
    field.type === 'file'
      ? files.of(field.name).flatMap(({ state, key }) => (state === 'refused' ? [] : [key]))
      : readAnswer(form, field)
  const answers = () => Object.fromEntries(fields.map((field): [string, Json] => [field.name, answerOf(field)]))
  return {
    answers,
    read() {
      const checked = checkResponse(data.form, answers(), Date.now())
      const hidden = new Set(checked.hidden)
      const problems = new Map<string, string>()
      for (const field of fields) {
        const { name } = field
        const problem = Object.hasOwn(checked.problems, name) ? checked.problems[name] : undefined
        const words = problem === undefined ? refused.get(name) : problemText(field, problem)
        if (words !== undefined && !hidden.has(name)) problems.set(name, words)
      }
      return { values: checked.values, problems, hidden }
    },
    isAnswered: (id) => fields.some((field) => field.name === id && !isEmpty(answerOf(field))),
    refuse: (problems) => {
      for (const [id, problem] of Object.entries(problems)) refused.set(id, problem)
    },
    changed: (id) => void refused.delete(id),
  }
}
