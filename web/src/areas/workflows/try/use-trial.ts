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

const mostMoves = 400

/** What is played stands in a list of moves; every look plays them anew, so that going back is playing fewer. */
export function useTrial(doc: FlowDoc) {
  const [began] = useState(() => wallClock())
  const asksFirst = (doc.start_fields ?? []).length > 0
  const fresh: Script = { start: asksFirst ? null : {}, moves: [], at: 0 }
  const [script, setScript] = useState<Script>(fresh)
  const [wanted, setWanted] = useState<string>()
  /** What is written in the question at hand and not handed in yet. */
  const written = useRef<Values>({})
  const compiled = useMemo(() => compile(doc), [doc])
  const playing = useMemo(() => {
    const options = { at: began, starter: 'starter' }
    return (start: Values, moves: readonly Move[]) => play(doc, start, moves, options, compiled)
  }, [doc, began, compiled])
  const played = useMemo(
    () => (script.start ? playing(script.start, script.moves.slice(0, script.at)) : undefined),
    [playing, script],
  )
  const shown = played?.ok ? played : undefined
  const asked = shown && questionOf(shown.awaits, wanted)

  const samples = (of: Awaited, from = shown, given: Values = {}): Values => {
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
    setWanted(undefined)
    setScript(({ start, moves, at }) => ({ start, moves: [...moves.slice(0, at), next], at: at + 1 }))
  }
  const next = () => {
    if (!script.start) begin(sampleStart(written.current))
    else if (shown && asked) move(willing(asked, samples(asked, shown, written.current), shown.wakes))
  }
  /** False where it went round and round. */
  const runToEnd = (): boolean => {
    const start = script.start ?? sampleStart(written.current)
    const moves = script.moves.slice(0, script.at)
    for (const most = moves.length + mostMoves; moves.length < most; ) {
      const now = playing(start, moves)
      const question = now.ok ? questionOf(now.awaits, undefined) : undefined
      if (!now.ok || !question || question.what === 'operator') break
      moves.push(willing(question, samples(question, now), now.wakes))
    }
    setWanted(undefined)
    setScript({ start, moves, at: moves.length })
    return moves.length - script.at < mostMoves
  }
  const backToStart = asksFirst && script.at === 0 && script.start !== null
  const back = () =>
    setScript((now) => (now.at > 0 ? { ...now, at: now.at - 1 } : asksFirst ? { ...now, start: null } : now))
  const forward = () => setScript((now) => ({ ...now, at: Math.min(now.moves.length, now.at + 1) }))
  const problems: readonly Problem[] = compiled.ok ? [] : compiled.problems.filter(({ level }) => level === 'E')
  const outs = (id: StepId) => (compiled.ok ? (compiled.plan.steps.find((one) => one.id === id)?.outs ?? []) : [])

  return {
    began,
    problems,
    exprs: compiled.ok ? compiled.exprs : undefined,
    outs: (id: StepId) => outs(id).map(({ name }) => name),
    played: shown,
    asked,
    /** Asks this one next. */
    ask: setWanted,
    askFor: (one: Awaited) => setWanted(keyOf(one)),
    samples: (of: Awaited) => samples(of),
    /** Kept, so that going on does not lose it. */
    note: (values: Values) => {
      written.current = values
    },
    sampleStart: () => sampleStart(),
    scopeAtStart,
    begin,
    move,
    next,
    runToEnd,
    restart: () => setScript(fresh),
    /** Moves that are in force; the last of them made the turns from `since` on. */
    at: script.at,
    since: (shown?.made ?? []).slice(0, -1).reduce((sum, turns) => sum + turns, 0),
    back: script.at > 0 || backToStart ? back : undefined,
    forward: script.start && script.at < script.moves.length ? forward : undefined,
  }
}

export type Trial = ReturnType<typeof useTrial>
