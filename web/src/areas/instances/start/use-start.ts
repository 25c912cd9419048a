import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@throughline/contracts/endpoint'
import type { startForm } from '@throughline/contracts/instances'
import { checkAnswers } from '@throughline/flow/answers'
import type { Json } from '@throughline/flow/eval'
import { useState } from 'react'
import { dueOnWire } from '../../../shared/format/due.ts'
import { useNow } from '../../../shared/use-now.ts'

type StartPriority = 'low' | 'medium' | 'high'

export type StartDraft = {
  name: string
  title: string
  description: string
  priority: StartPriority
  customer: string
  /** A day, as an input of dates has it; empty for none. */
  due: string
  narrowed: boolean
  /** To the workflow's own fields, by name; only what was touched. */
  answers: Record<string, Json>
}

const blankStart = (customer = '', due = ''): StartDraft => ({
  name: '',
  title: '',
  description: '',
  priority: 'medium',
  customer,
  due,
  narrowed: false,
  answers: {},
})

const keyOf = (workflowId: string) => ['instance-being-started', workflowId] as const

/** Kept with the answers of the server, so that it is forgotten with them when somebody signs out. */
function storeStart(queries: QueryClient, workflowId: string, draft: StartDraft) {
  queries.setQueryDefaults(keyOf(workflowId), { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(keyOf(workflowId), draft)
}

const storedStart = (queries: QueryClient, workflowId: string) => queries.getQueryData<StartDraft>(keyOf(workflowId))

const dropStart = (queries: QueryClient, workflowId: string) => queries.removeQueries({ queryKey: keyOf(workflowId) })

export type StartForm = Output<typeof startForm>['data']

type Own = Omit<StartDraft, 'answers'>

/** What was given, else what the workflow proposes. */
const answersOf = ({ fields }: StartForm, given: Record<string, Json>): Record<string, Json> => ({
  ...Object.fromEntries(fields.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]))),
  ...given,
})

/** What is filled in, what is wrong with it, and the start itself. */
export function useStart(form: StartForm, customer?: string, due?: string) {
  const queries = useQueryClient()
  const workflowId = form.workflow.id
  const [restored, setRestored] = useState(() => storedStart(queries, workflowId) !== undefined)
  const [draft, setDraft] = useState(() => storedStart(queries, workflowId) ?? blankStart(customer, due))
  const now = useNow()
  const answers = answersOf(form, draft.answers)
  const { problems, hidden } = checkAnswers(form.fields, answers, { show: form.show, vars: {}, now })
  const files = new Set(form.fields.filter(({ type }) => type === 'file').map(({ name }) => name))

  const keep = (next: StartDraft) => {
    setDraft(next)
    storeStart(queries, workflowId, next)
  }
  const changed = (changes: Partial<StartDraft>) => keep({ ...draft, ...changes })
  return {
    draft,
    restored,
    answers,
    hidden,
    /** Files are given once it runs. */
    problems: Object.fromEntries(Object.entries(problems).filter(([name]) => !files.has(name))),
    change: (changes: Partial<Own>) => changed(changes),
    answer: (name: string, value: Json) => changed({ answers: { ...draft.answers, [name]: value } }),
    discard: () => {
      dropStart(queries, workflowId)
      setDraft(blankStart())
      setRestored(false)
    },
    body: () => {
      const { name, title, description, priority, customer, due, narrowed } = draft
      return {
        name: name.trim(),
        title: title.trim(),
        description: description.trim(),
        metadata: { priority, ...(customer.trim() && { customer: customer.trim() }) },
        ...(due && { due_date: dueOnWire(due) }),
        ...(narrowed && { narrowed }),
        answers: Object.fromEntries(Object.entries(answers).filter(([field]) => !hidden.includes(field))),
      }
    },
  }
}

export type Starting = ReturnType<typeof useStart>
