import type { Step } from '@throughline/flow/document'
import { STEP_KINDS } from '../canvas/step-kinds.tsx'
import { lasting } from '../model/drawing-words.ts'
import { changeTexts as say } from './history.texts.ts'
import {
  alarms,
  dueWords,
  eachWords,
  expression,
  type Known,
  people,
  plain,
  routeWords,
  ruleWords,
} from './value-words.ts'

type Words = (step: Step, known: Known) => string | undefined

/** What a step says under one of its keys. Undefined: it says nothing there. */
export const stepWords: Record<string, { label?: string; words: Words }> = {
  name: { words: ({ name }) => plain(name) },
  description: { label: say.label.description, words: ({ description }) => description && plain(description) },
  instructions: { label: say.label.instructions, words: ({ instructions }) => instructions && plain(instructions) },
  priority: { label: say.label.priority, words: ({ priority }) => priority },
  due: { words: ({ due }) => dueWords(due) },
  escalation: { label: say.label.escalation, words: ({ escalation }, known) => alarms(escalation, known) },
  each: { label: say.label.each, words: ({ each }) => eachWords(each) },
  end_outcome: { words: ({ end_outcome }) => (end_outcome === undefined ? say.leadsNowhere : say.endsAs(end_outcome)) },
  type: { label: say.label.kind, words: ({ type }) => STEP_KINDS[type].label },
  assignee: {
    label: say.label.assignee,
    words: (step, known) => (step.type === 'manual' ? people(step.assignee ? [step.assignee] : [], known) : undefined),
  },
  reviewer: {
    label: say.label.reviewer,
    words: (step, known) => (step.type === 'manual' ? people(step.reviewer ? [step.reviewer] : [], known) : undefined),
  },
  approvers: {
    label: say.label.approvers,
    words: (step, known) =>
      step.type === 'approval'
        ? people(step.approvers, known, step.order === 'in_order' ? say.oneThenOther : undefined)
        : undefined,
  },
  rule: { words: (step) => (step.type === 'approval' ? ruleWords(step.rule) : undefined) },
  order: { words: (step) => (step.type === 'approval' ? say.order[step.order] : undefined) },
  allow_self: {
    words: (step) => (step.type === 'approval' && step.allow_self ? say.allowSelf.yes : say.allowSelf.no),
  },
  tool_id: {
    label: say.label.tool,
    words: (step, { names }) => (step.type === 'tool' && step.tool_id !== null ? names.tool(step.tool_id) : say.noTool),
  },
  tool_name: {
    label: say.label.tool,
    words: (step) => (step.type === 'tool' && step.tool_name ? plain(step.tool_name) : undefined),
  },
  retry: { words: (step) => (step.type === 'tool' ? retryWords(step) : undefined) },
  timeout: {
    words: (step) =>
      step.type === 'tool' && step.timeout !== undefined ? say.timeout(lasting(step.timeout)) : undefined,
  },
  on_failure: {
    label: say.label.onFailure,
    words: (step, known) => ('on_failure' in step ? routeWords(step.on_failure, known) : undefined),
  },
  on_reject: {
    label: say.label.onReject,
    words: (step, known) => ('on_reject' in step ? routeWords(step.on_reject, known) : undefined),
  },
  on_changes: {
    label: say.label.onChanges,
    words: (step, known) => ('on_changes' in step ? routeWords(step.on_changes, known) : undefined),
  },
  for: {
    words: (step) => (step.type === 'wait' && step.for !== undefined ? say.waitsFor(lasting(step.for)) : undefined),
  },
  until: {
    words: (step) =>
      step.type === 'wait' && step.until !== undefined ? say.waitsUntil(expression(step.until)) : undefined,
  },
  workflow_id: {
    label: say.label.subworkflow,
    words: (step, { names }) => (step.type === 'subworkflow' ? names.workflow(step.workflow_id) : undefined),
  },
  version: {
    label: say.label.subworkflow,
    words: (step) =>
      step.type === 'subworkflow' && step.version !== undefined ? say.version(step.version) : say.latest,
  },
}

function retryWords({ retry }: Step & { type: 'tool' }): string {
  if (!retry) return say.tries(1)
  return say.retry(retry.attempts, lasting(retry.first), retry.factor, lasting(retry.max))
}
