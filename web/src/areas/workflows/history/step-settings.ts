import type { Step } from '@throughline/flow/document'
import { STEP_KINDS } from '../canvas/step-kinds.tsx'
import { durationText } from '../model/drawing-text.ts'
import { changeTexts as texts } from './history.texts.ts'
import {
  dueText,
  eachText,
  escalationsText,
  expressionText,
  peopleText,
  routeText,
  ruleText,
  type TextContext,
  valueText,
} from './value-text.ts'

type SettingText = (step: Step, context: TextContext) => string | undefined

/** What a step says under one of its keys. Undefined: it says nothing there. */
export const stepSettings: Record<string, { label?: string; text: SettingText }> = {
  name: { text: ({ name }) => valueText(name) },
  description: { label: texts.label.description, text: ({ description }) => description && valueText(description) },
  instructions: {
    label: texts.label.instructions,
    text: ({ instructions }) => instructions && valueText(instructions),
  },
  priority: { label: texts.label.priority, text: ({ priority }) => priority },
  due: { text: ({ due }) => dueText(due) },
  escalation: {
    label: texts.label.escalation,
    text: ({ escalation }, context) => escalationsText(escalation, context),
  },
  each: { label: texts.label.each, text: ({ each }) => eachText(each) },
  end_outcome: {
    text: ({ end_outcome }) => (end_outcome === undefined ? texts.leadsNowhere : texts.endsAs(end_outcome)),
  },
  type: { label: texts.label.kind, text: ({ type }) => STEP_KINDS[type].label },
  assignee: {
    label: texts.label.assignee,
    text: (step, context) =>
      step.type === 'manual' ? peopleText(step.assignee ? [step.assignee] : [], context) : undefined,
  },
  reviewer: {
    label: texts.label.reviewer,
    text: (step, context) =>
      step.type === 'manual' ? peopleText(step.reviewer ? [step.reviewer] : [], context) : undefined,
  },
  approvers: {
    label: texts.label.approvers,
    text: (step, context) =>
      step.type === 'approval'
        ? peopleText(step.approvers, context, step.order === 'in_order' ? texts.oneThenOther : undefined)
        : undefined,
  },
  rule: { text: (step) => (step.type === 'approval' ? ruleText(step.rule) : undefined) },
  order: { text: (step) => (step.type === 'approval' ? texts.order[step.order] : undefined) },
  allow_self: {
    text: (step) => (step.type === 'approval' && step.allow_self ? texts.allowSelf.yes : texts.allowSelf.no),
  },
  tool_id: {
    label: texts.label.tool,
    text: (step, { names }) =>
      step.type === 'tool' && step.tool_id !== null ? names.tool(step.tool_id) : texts.noTool,
  },
  tool_name: {
    label: texts.label.tool,
    text: (step) => (step.type === 'tool' && step.tool_name ? valueText(step.tool_name) : undefined),
  },
  retry: { text: (step) => (step.type === 'tool' ? retryText(step) : undefined) },
  timeout: {
    text: (step) =>
      step.type === 'tool' && step.timeout !== undefined ? texts.timeout(durationText(step.timeout)) : undefined,
  },
  on_failure: {
    label: texts.label.onFailure,
    text: (step, context) => ('on_failure' in step ? routeText(step.on_failure, context) : undefined),
  },
  on_reject: {
    label: texts.label.onReject,
    text: (step, context) => ('on_reject' in step ? routeText(step.on_reject, context) : undefined),
  },
  on_changes: {
    label: texts.label.onChanges,
    text: (step, context) => ('on_changes' in step ? routeText(step.on_changes, context) : undefined),
  },
  for: {
    text: (step) =>
      step.type === 'wait' && step.for !== undefined ? texts.waitsFor(durationText(step.for)) : undefined,
  },
  until: {
    text: (step) =>
      step.type === 'wait' && step.until !== undefined ? texts.waitsUntil(expressionText(step.until)) : undefined,
  },
  workflow_id: {
    label: texts.label.subworkflow,
    text: (step, { names }) => (step.type === 'subworkflow' ? names.workflow(step.workflow_id) : undefined),
  },
  version: {
    label: texts.label.subworkflow,
    text: (step) =>
      step.type === 'subworkflow' && step.version !== undefined ? texts.version(step.version) : texts.latest,
  },
}

function retryText({ retry }: Step & { type: 'tool' }): string {
  if (!retry) return texts.tries(1)
  return texts.retry(retry.attempts, durationText(retry.first), retry.factor, durationText(retry.max))
}
