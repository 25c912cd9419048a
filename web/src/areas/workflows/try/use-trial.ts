import {
  type Awaited,
  compile,
  type Move,
  type Problem,
  play,
  sampleForm,
  sampleOutput,
} from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { useMemo, useRef, useState } from 'react'
import { keyOf, questionOf, type Values, wallClock, willing } from './trial.ts'

type Script = { start: Values | null; moves: readonly Move[]; at: number }

const MAX_MOVES = 400

/** The moves played so far, and how many of them are in force. `start` is null until the first question is answered. */
function useScript(asksFirst: boolean) {
  const fresh: Script = { start: asksFirst ? null : {}, moves: [], at: 0 }
  const [script, setScript] = useState<Script>(fresh)
  const { start, moves, at } = script
  const back = () =>
    setScript((now) => (now.at > 0 ? { ...now, at: now.at - 1 } : asksFirst ? { ...now, start: null } : now))
  const forward = () => setScript((now) => ({ ...now, at: Math.min(now.moves.length, now.at + 1) }))
  return {
    script,
    setScript,
    add: (next: Move) => setScript((now) => ({ ...now, moves: [...now.moves.slice(0, now.at), next], at: now.at + 1 })),
    restart: () => setScript(fresh),
    back: at > 0 || (asksFirst && start !== null) ? back : undefined,
    forward: start && at < moves.length ? forward : undefined,
  }
}

function usePlaying(doc: FlowDoc, began: number) {
  const compiled = useMemo(() => compile(doc), [doc])
  const playing = useMemo(() => {
    const options = { at: began, starter: 'starter' }
    return (start: Values, moves: readonly Move[]) => play(doc, start, moves, options, compiled)
  }, [doc, began, compiled])
  return { compiled, playing }
}

/** What is played stands in a list of moves; every look plays them anew, so that going back is playing fewer. */
export function useTrial(doc: FlowDoc) {
  const [began] = useState(() => wallClock())
  const { script, setScript, add, ...steps } = useScript((doc.start_fields ?? []).length > 0)
  const [chosen, setChosen] = useState<string>()
  /** What is written in the question at hand and not handed in yet. */
  const written = useRef<Values>({})
  const { compiled, playing } = usePlaying(doc, began)
  const result = useMemo(
    () => (script.start ? playing(script.start, script.moves.slice(0, script.at)) : undefined),
    [playing, script],
  )
  const played = result?.ok ? result : undefined
  const asked = played && questionOf(played.awaits, chosen)

  const samples = (of: Awaited, from = played, given: Values = {}): Values => {
    const step = doc.steps[of.step]
    if (!step || !from || !compiled.ok) return {}
    const scope = from.scope(of)
    if (step.type !== 'manual') return { ...sampleOutput(step, scope), ...given }
    return sampleForm(step.fields, compiled.exprs.steps[step.id]?.show ?? {}, scope, given)
  }
  const scopeAtStart = () => {
    const ready = playing({}, [])
    return ready.ok ? ready.scope() : undefined
  }
  const sampleStart = (given: Values = {}): Values => {
    const scope = scopeAtStart()
    if (!scope || !compiled.ok) return {}
    return sampleForm(doc.start_fields ?? [], compiled.exprs.show ?? {}, scope, given)
  }
  const begin = (start: Values) => setScript({ start, moves: [], at: 0 })
  const move = (next: Move) => {
    setChosen(undefined)
    add(next)
  }
  const next = () => {
    if (!script.start) begin(sampleStart(written.current))
    else if (played && asked) move(willing(asked, samples(asked, played, written.current), played.wakes))
  }
  /** False where it went round and round. */
  const runToEnd = (): boolean => {
    const start = script.start ?? sampleStart(written.current)
    const moves = script.moves.slice(0, script.at)
    for (const most = moves.length + MAX_MOVES; moves.length < most; ) {
      const now = playing(start, moves)
      const question = now.ok ? questionOf(now.awaits, undefined) : undefined
      if (!now.ok || !question || question.what === 'operator') break
      moves.push(willing(question, samples(question, now), now.wakes))
    }
    setChosen(undefined)
    setScript({ start, moves, at: moves.length })
    return moves.length - script.at < MAX_MOVES
  }
  return {
    ...steps,
    ...factsOf(compiled),
    began,
    played,
    asked,
    scopeAtStart,
    begin,
    move,
    next,
    runToEnd,
    /** Asks this one next. */
    ask: setChosen,
    askFor: (one: Awaited) => setChosen(keyOf(one)),
    samples: (of: Awaited) => samples(of),
    /** Kept, so that going on does not lose it. */
    note: (values: Values) => {
      written.current = values
    },
    sampleStart: () => sampleStart(),
    /** The last move made the turns from here on. */
    since: (played?.made ?? []).slice(0, -1).reduce((sum, turns) => sum + turns, 0),
  }
}

/** What stands in the way of trying, or what the compiled workflow says about its steps. */
function factsOf(compiled: ReturnType<typeof compile>) {
  const problems: readonly Problem[] = compiled.ok ? [] : compiled.problems.filter(({ level }) => level === 'E')
  const outs = (id: StepId): string[] => {
    const step = compiled.ok ? compiled.plan.steps.find((one) => one.id === id) : undefined
    return (step?.outs ?? []).map(({ name }) => name)
  }
  return { problems, exprs: compiled.ok ? compiled.exprs : undefined, outs }
}

export type Trial = ReturnType<typeof useTrial>
