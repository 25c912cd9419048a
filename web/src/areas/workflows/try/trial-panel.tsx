import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { type Ref, useMemo } from 'react'
import type { Drawing } from '../model/drawing.ts'
import { AlsoOpen } from './also-open.tsx'
import { answerFieldsOf } from './answers.ts'
import { Asking } from './asking.tsx'
import { Happened, Variables } from './facts.tsx'
import { Starting } from './starting.tsx'
import { CannotTry, Ended } from './trial-state.tsx'
import type { Trial } from './use-trial.ts'
import { shownVariables, startForm } from './variables.ts'

type TrialPanelProps = {
  doc: FlowDoc
  trial: Trial
  drawing: Drawing
  question: Ref<HTMLElement>
  onMoved: () => void
  onJump: (step: StepId) => void
}

/** What is asked now, what else is open, and how things stand. */
export function TrialPanel({ doc, trial, drawing, question, onMoved, onJump }: TrialPanelProps) {
  const { played, asked, problems, since } = trial
  const turns = played?.turns
  const variables = useMemo(() => shownVariables(doc, drawing, turns ?? [], since), [doc, drawing, turns, since])
  if (problems.length > 0) return <CannotTry problems={problems} drawing={drawing} onJump={onJump} />
  const form = played ? asked && doc.steps[asked.step] : startForm(doc)
  const asking = new Set(form ? answerFieldsOf(form).map(({ variable }) => variable) : [])
  const acting: Trial = {
    ...trial,
    move: (move) => {
      onMoved()
      trial.move(move)
    },
    ask: (key) => {
      onMoved()
      trial.ask(key)
    },
  }
  return (
    <>
      {!played && <Starting trial={trial} form={startForm(doc)} ref={question} onMoved={onMoved} />}
      {played && asked && <Asking trial={acting} played={played} asked={asked} drawing={drawing} ref={question} />}
      {played && !asked && <Ended played={played} onAgain={trial.restart} />}
      {played && asked && <AlsoOpen trial={acting} played={played} asked={asked} drawing={drawing} />}
      <Variables all={variables} asking={asking} />
      {played && <Happened turns={played.turns} drawing={drawing} />}
    </>
  )
}
