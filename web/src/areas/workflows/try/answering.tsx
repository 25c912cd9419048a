import type { Awaited, Move, Played } from '@throughline/flow/compile'
import type { Step } from '@throughline/flow/document'
import { Check, FastForward, MessageSquareReply, RotateCcw, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { Drawing } from '../model/drawing.ts'
import { AnswerForm } from './answer-form.tsx'
import { answerFieldsOf } from './answers.ts'
import { keyOf, momentText } from './trial.ts'
import { tryTexts } from './try.texts.ts'
import type { Trial } from './use-trial.ts'

type AnsweringProps = { trial: Trial; played: Played; asked: Awaited; drawing: Drawing; step: Step }

type Given = Extract<Move, { kind: 'answer' }>['answer']

/** The ways to answer, by what is waited for. */
export function Answering(props: AnsweringProps) {
  const { trial, asked, step } = props
  const give = (answer: Given) => trial.move({ kind: 'answer', of: asked, answer })
  switch (asked.what) {
    case 'task':
      return (
        <>
          {step.type === 'manual' && step.fields.length === 0 && <Hint>{tryTexts.noFields}</Hint>}
          <Form {...props} submit={tryTexts.complete} onValues={(values) => give({ values })} />
        </>
      )
    case 'decision':
      return <Decision {...props} onVerdict={(verdict) => give({ decisions: [verdict] })} />
    case 'tool':
      return (
        <>
          <Hint>{tryTexts.toolAsks}</Hint>
          <Form
            {...props}
            submit={tryTexts.toolSucceeds}
            onValues={(values) => give({ values })}
            others={<Button onClick={() => give({ ok: false })}>{tryTexts.toolFails}</Button>}
          />
        </>
      )
    case 'child':
      return <Child {...props} give={give} />
    case 'time':
      return <Waiting {...props} />
    case 'operator':
      break
  }
  return <Stopped {...props} />
}

const slotOf = ({ slot = 0 }: Awaited) => slot

const Hint = ({ children }: { children: string }) => <p className="text-sm text-fg-2">{children}</p>

type FormProps = AnsweringProps & {
  submit: string
  onValues: Parameters<typeof AnswerForm>[0]['onSubmit']
  others?: Parameters<typeof AnswerForm>[0]['others']
}

function Form({ trial, played, asked, step, submit, onValues, others }: FormProps) {
  return (
    <AnswerForm
      key={keyOf(asked)}
      asked={answerFieldsOf(step)}
      show={trial.exprs?.steps[step.id]?.show ?? {}}
      scope={played.scope(asked)}
      {...(asked.what !== 'task' && { given: trial.samples(asked) })}
      samples={() => trial.samples(asked)}
      submit={submit}
      onSubmit={onValues}
      onWritten={trial.note}
      others={others}
    />
  )
}

type Verdict = 'approve' | 'reject' | 'changes'

function Decision({
  trial,
  played,
  asked,
  step,
  onVerdict,
}: AnsweringProps & { onVerdict: (verdict: Verdict) => void }) {
  const open = played.state.open[step.id]
  const slots = (asked.item === undefined ? open?.slots : open?.each?.open[asked.item]?.slots) ?? 1
  return (
    <>
      <Hint>{tryTexts.decide(slotOf(asked) + 1, slots)}</Hint>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={Check} onClick={() => onVerdict('approve')}>
          {tryTexts.approve}
        </Button>
        <Button icon={X} onClick={() => onVerdict('reject')}>
          {tryTexts.reject}
        </Button>
        {trial.outs(step.id).includes('changes') && (
          <Button icon={MessageSquareReply} onClick={() => onVerdict('changes')}>
            {tryTexts.changes}
          </Button>
        )}
      </div>
    </>
  )
}

function Child({ give, ...props }: AnsweringProps & { give: (answer: Given) => void }) {
  const { trial, step, drawing } = props
  const name = step.type === 'subworkflow' ? drawing.names.workflow(step.workflow_id) : step.name
  const others = (
    <>
      {trial.outs(step.id).includes('rejected') && (
        <Button onClick={() => give({ outcome: 'rejected' })}>{tryTexts.childRejected}</Button>
      )}
      <Button onClick={() => give({ ok: false })}>{tryTexts.childFailed}</Button>
    </>
  )
  return (
    <>
      <Hint>{tryTexts.childAsks(name)}</Hint>
      <Form {...props} submit={tryTexts.childDone} onValues={(values) => give({ values })} others={others} />
    </>
  )
}

function Waiting({ trial, asked }: AnsweringProps) {
  const { until } = asked
  if (until === undefined) return <Hint>{tryTexts.waitsOpen}</Hint>
  return (
    <>
      <Hint>{tryTexts.waits(momentText(until))}</Hint>
      <Button
        variant="primary"
        icon={FastForward}
        className="justify-self-start"
        onClick={() => trial.move({ kind: 'time', to: until })}
      >
        {tryTexts.skip}
      </Button>
    </>
  )
}

function Stopped({ trial, played, asked, step, drawing }: AnsweringProps) {
  const said = played.turns.flatMap(({ commands }) =>
    commands.flatMap((command) => (command.c === 'fail' && command.step === step.id ? [command.text ?? ''] : [])),
  )
  const ways = trial.outs(step.id)
  const label = (way: string) => drawing.at(step.id)?.outs.find(({ outcome }) => outcome === way)?.label ?? way
  return (
    <>
      <Hint>{tryTexts.stuck(said.at(-1) ?? '')}</Hint>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={RotateCcw} onClick={() => trial.move({ kind: 'retry', of: asked })}>
          {tryTexts.retry}
        </Button>
        {ways.map((way) => (
          <Button key={way} onClick={() => trial.move({ kind: 'override', of: asked, outcome: way })}>
            {tryTexts.settle(label(way))}
          </Button>
        ))}
      </div>
    </>
  )
}
