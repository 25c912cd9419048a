import type { FlowDoc, ManualStep } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Clock, FastForward, FlaskConical, Play, RotateCcw, SkipForward, StepBack, StepForward } from 'lucide-react'
import { type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/toast.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import type { Drawing } from '../model/drawing.ts'
import { AlsoOpen } from './also-open.tsx'
import { AnswerForm } from './answer-form.tsx'
import { answerFieldsOf } from './answers.ts'
import { Asking } from './asking.tsx'
import { Happened, Variables } from './facts.tsx'
import { marksOf, momentText } from './trial.ts'
import { CannotTry, Ended, TrialFooter } from './trial-state.tsx'
import { tryTexts } from './try.texts.ts'
import { type Trial, useTrial } from './use-trial.ts'
import { startForm, trialVariables } from './variables.ts'

type TryItProps = { doc: FlowDoc; drawing: Drawing; onClose: () => void }

/** Plays an instance here, with the reducer that runs the real ones. */
export function TryIt({ doc, drawing, onClose }: TryItProps) {
  const trial = useTrial(doc)
  const { played, asked, problems } = trial
  const [jumped, setJumped] = useState<StepId>()
  const question = useRef<HTMLElement>(null)
  const toQuestion = useRef(true)
  useEffect(() => {
    if (!toQuestion.current) return
    toQuestion.current = false
    const controls = question.current?.querySelectorAll<HTMLElement>('input, textarea, button:not([role="tab"])')
    controls?.[0]?.focus()
  })
  const moved = () => {
    toQuestion.current = true
  }
  const at = asked?.step
  const marked = useMemo(() => played && marksOf(played, drawing, at), [played, drawing, at])
  const shown = asked?.step ?? jumped
  return (
    <div data-panels="beside" className="@container relative flex min-h-0 min-w-0 flex-1">
      <div className="@container relative flex min-w-0 flex-1">
        <FlowCanvas
          drawing={drawing}
          problems={problems}
          label={tryTexts.canvas}
          selected={shown}
          revealed={shown}
          onSelect={(id) => {
            const open = played?.awaits.find(({ step }) => step === id)
            if (open) trial.askFor(open)
          }}
          {...marked}
          tools
        >
          <TrialNotice />
          {problems.length === 0 && <TrialBar trial={trial} onMoved={moved} />}
        </FlowCanvas>
      </div>
      <Panel
        title={tryTexts.title}
        actions={
          played && <span className="tnum mr-auto pr-2 text-xs text-fg-3">{tryTexts.turn(played.turns.length)}</span>
        }
        footer={<TrialFooter played={played} onClose={onClose} />}
        onClose={onClose}
      >
        <TrialPanel doc={doc} trial={trial} drawing={drawing} question={question} onMoved={moved} onJump={setJumped} />
      </Panel>
    </div>
  )
}

function TrialNotice() {
  return (
    <p className="absolute top-4 left-4 z-10 flex h-8 items-center gap-2 rounded-md border bg-card px-2.5 text-xs text-fg-2 shadow-sm">
      <FlaskConical size={14} aria-hidden className="shrink-0 text-accent-text" />
      {tryTexts.trying}
    </p>
  )
}

/** Moves the whole trial: back and on, to its end, and the time it thinks it is. */
function TrialBar({ trial, onMoved }: { trial: Trial; onMoved: () => void }) {
  const { played, asked } = trial
  const canGoOn = !played || asked !== undefined
  const next = () => {
    onMoved()
    trial.next()
  }
  const run = () => {
    onMoved()
    if (!trial.runToEnd()) toast.warning(tryTexts.tooLong)
  }
  return (
    <div
      role="toolbar"
      aria-label={tryTexts.turns}
      className="absolute bottom-4 left-[calc(50%+2.5rem)] z-10 flex -translate-x-1/2 items-center gap-0.5 rounded-lg border bg-card p-1 shadow-md"
    >
      <IconButton label={tryTexts.startOver} icon={RotateCcw} onClick={trial.restart} />
      <IconButton label={tryTexts.back} icon={StepBack} disabled={!trial.back} onClick={trial.back} />
      <IconButton label={tryTexts.forward} icon={StepForward} disabled={!trial.forward} onClick={trial.forward} />
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      <Button variant="ghost" size="sm" icon={SkipForward} disabled={!canGoOn} title={tryTexts.nextHint} onClick={next}>
        {tryTexts.next}
      </Button>
      <Button variant="ghost" size="sm" icon={FastForward} disabled={!canGoOn} onClick={run}>
        <span className="@max-[640px]:sr-only">{tryTexts.runToEnd}</span>
      </Button>
      <span aria-hidden className="mx-1 h-5 w-px bg-line @max-[760px]:hidden" />
      <span className="tnum inline-flex items-center gap-1.5 px-2 text-xs whitespace-nowrap text-fg-2 @max-[760px]:sr-only">
        <Clock size={13} aria-hidden />
        <span className="sr-only">{tryTexts.clock('')}</span>
        {momentText(played?.now ?? trial.began)}
      </span>
    </div>
  )
}

type TrialPanelProps = {
  doc: FlowDoc
  trial: Trial
  drawing: Drawing
  question: Ref<HTMLElement>
  onMoved: () => void
  onJump: (step: StepId) => void
}

/** What is asked now, what else is open, and how things stand. */
function TrialPanel({ doc, trial, drawing, question, onMoved, onJump }: TrialPanelProps) {
  const { played, asked, problems, since } = trial
  const turns = played?.turns
  const variables = useMemo(() => trialVariables(doc, drawing, turns ?? [], since), [doc, drawing, turns, since])
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
      {played && !asked && (
        <Ended
          played={played}
          ref={question}
          onAgain={() => {
            onMoved()
            trial.restart()
          }}
        />
      )}
      {played && asked && <AlsoOpen trial={acting} played={played} asked={asked} drawing={drawing} />}
      <Variables all={variables} asking={asking} />
      {played && <Happened turns={played.turns} drawing={drawing} />}
    </>
  )
}

type StartingProps = { trial: Trial; form: ManualStep; ref: Ref<HTMLElement>; onMoved: () => void }

/** The questions for the person who starts it. */
function Starting({ trial, form, ref, onMoved }: StartingProps) {
  const scope = trial.scopeAtStart()
  if (!scope) return null
  return (
    <section ref={ref} aria-label={tryTexts.start.title} className="rounded-lg border border-accent bg-card shadow-sm">
      <div className="flex items-center gap-2.5 border-b px-3 py-2.5">
        <span aria-hidden className="grid size-6.5 place-items-center rounded-[6px] bg-accent-subtle text-accent-text">
          <Play size={14} />
        </span>
        <span>
          <span className="block text-sm font-medium">{tryTexts.start.title}</span>
          <span className="block text-xs text-fg-3">{tryTexts.start.hint}</span>
        </span>
      </div>
      <div className="p-3">
        <AnswerForm
          asked={answerFieldsOf(form)}
          show={trial.exprs?.show ?? {}}
          scope={scope}
          samples={trial.sampleStart}
          submit={tryTexts.start.go}
          onWritten={trial.note}
          onSubmit={(values) => {
            onMoved()
            trial.begin(values)
          }}
        />
      </div>
    </section>
  )
}
