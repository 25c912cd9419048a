import { ApiError } from '@throughline/contracts/client'
import type { Task } from '@throughline/contracts/tasks'
import { type AnswerProblem, checkAnswers } from '@throughline/flow/answers'
import type { Json } from '@throughline/flow/eval'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNow } from '../../../shared/use-now.ts'
import type { Answers } from './stored-answers.ts'

const ANSWER_PROBLEMS = [
  'required',
  'too_small',
  'too_large',
  'too_long',
  'not_a_number',
  'bad_email',
  'bad_url',
  'bad_phone',
  'bad_date',
  'not_an_option',
  'bad_shape',
] as const satisfies readonly AnswerProblem[]

const FIELD = /^(?:body[./])?answers[./]/

/** By place in the form, as `checkAnswers` has them. */
function problemsIn(error: unknown): Record<string, AnswerProblem> {
  if (!(error instanceof ApiError)) return {}
  const found = (error.errors ?? []).flatMap(({ path, message }): [string, AnswerProblem][] =>
    FIELD.test(path)
      ? [[path.replace(FIELD, ''), ANSWER_PROBLEMS.find((known) => known === message) ?? 'bad_shape']]
      : [],
  )
  return Object.fromEntries(found)
}

const CONTROLS = 'input:not([hidden]), textarea, button, [role="combobox"]'

/** Where the answer to a field is given; in a table the first cell that is wrong. */
function focusField(form: HTMLElement, name: string) {
  const field = [...form.querySelectorAll<HTMLElement>('[data-field]')].find((one) => one.dataset['field'] === name)
  const control =
    field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    field?.querySelector<HTMLElement>('[data-add-row]') ??
    field?.querySelector<HTMLElement>(CONTROLS)
  control?.focus()
  field?.scrollIntoView?.({ block: 'nearest' })
}

type Problems = Record<string, AnswerProblem>
type AnsweredForm = Pick<Task, 'fields' | 'answers' | 'show' | 'vars'>

/** By field: what was typed, else what the server has, else what the form proposes. */
function answersOf({ fields, answers }: AnsweredForm, typed: Answers): Answers {
  const proposed = fields.flatMap(({ name, default: value }): [string, Json][] =>
    value === undefined ? [] : [[name, value]],
  )
  return { ...Object.fromEntries(proposed), ...answers, ...typed }
}

const without = (problems: Problems, drop: (place: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([place]) => !drop(place)))

/**
 * Answers as they are filled in. What was typed lies over whatever the server says, so a task that is read anew changes
 * nothing under anybody's hands. A problem is said once its field was left, or when the form was handed in.
 */
export function useAnswers(
  form: RefObject<HTMLFormElement | null>,
  task: AnsweredForm,
  restored: Answers | undefined,
  onChange: (answers: Answers) => void,
) {
  const [typed, setTyped] = useState<Answers>(restored ?? {})
  // Two answers may come before the page is drawn anew, as those of two uploads do.
  const last = useRef(typed)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [handed, setHanded] = useState(false)
  const [told, setTold] = useState<Problems>({})
  const now = useNow()
  const check = (answers: Answers) => checkAnswers(task.fields, answers, { show: task.show, vars: task.vars, now })
  const values = answersOf(task, typed)
  const checked = check(values)
  const names = task.fields.map(({ name }) => name)
  const fieldOf = (place: string) => names.find((name) => place === name || place.startsWith(`${name}.`)) ?? place
  const problems = without({ ...told, ...checked.problems }, (place) => !handed && !left.has(fieldOf(place)))

  const newest = () => answersOf(task, last.current)

  /** Says what is wrong and leads to the first of it; answers whether anything is. */
  const show = (found: Problems, set: () => void): boolean => {
    const wrong = Object.keys(found).map(fieldOf)
    const first = names.find((name) => wrong.includes(name))
    if (first === undefined) return false
    flushSync(set)
    if (form.current) focusField(form.current, first)
    return true
  }
  return {
    values,
    typed,
    hidden: checked.hidden,
    problems,
    /** Fields in the order of the form. */
    wrong: task.fields.filter(({ name }) => Object.keys(problems).some((place) => fieldOf(place) === name)),
    change: (name: string, value: Json) => {
      const next = { ...last.current, [name]: value }
      last.current = next
      setTyped(next)
      setTold((before) => without(before, (place) => fieldOf(place) === name))
      onChange({ ...task.answers, ...next })
    },
    leave: (name: string) => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))),
    goTo: (name: string) => form.current && focusField(form.current, name),
    /** Whether it may be handed in. */
    hand: (): boolean => !show(check(newest()).problems, () => setHanded(true)),
    newest,
    /** What only the server could know; answers whether it was about answers at all. */
    refuse: (error: unknown): boolean => {
      const found = problemsIn(error)
      return show(found, () => {
        setHanded(true)
        setTold(found)
      })
    },
    /** Handed in: what was typed is the server's now. */
    settle: () => {
      last.current = {}
      setTyped({})
      setLeft(new Set())
      setHanded(false)
      setTold({})
    },
  }
}

export type AnswerForm = ReturnType<typeof useAnswers>
