import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { StepId } from '@throughline/flow/plan'
import { useCallback, useMemo, useState } from 'react'
import { type BuilderSearch, builderSearch, type Mode } from './builder-search.ts'

type Side = 'step' | 'issues' | 'variables'

export interface View {
  mode: Mode
  step: StepId | undefined
  side: Side | undefined
  finding: boolean
  setMode: (mode: Mode) => void
  /** Marks a step. Without a side the panel stays what it is. */
  select: (step: StepId | undefined, side?: Side) => void
  /** Marks a step and opens its panel. */
  open: (step: StepId | undefined) => void
  show: (side: Side | undefined) => void
  find: (on: boolean) => void
}

/** What is shown of the workflow: mode and step stand in the address, panels do not. */
export function useView(): View {
  const { mode = 'visual', step } = builderSearch(useSearch({ strict: false }))
  const { workflowId = 'new' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [side, show] = useState<Side | undefined>(step === undefined ? undefined : 'step')
  const [finding, find] = useState(false)
  const go = useCallback(
    (change: (search: BuilderSearch) => BuilderSearch, replace: boolean) =>
      void navigate({
        to: '/workflow-builder/$workflowId',
        params: { workflowId },
        search: (search) => change(builderSearch(search)),
        replace,
      }),
    [navigate, workflowId],
  )
  const select = useCallback(
    (next: StepId | undefined, wanted?: Side) => {
      if (wanted) show(next === undefined ? undefined : wanted)
      go((search) => builderSearch({ ...search, step: next }), true)
    },
    [go],
  )
  const open = useCallback((next: StepId | undefined) => select(next, 'step'), [select])
  const setMode = useCallback((next: Mode) => go((search) => builderSearch({ ...search, mode: next }), false), [go])
  return useMemo(
    () => ({ mode, step, side, finding, setMode, select, open, show, find }),
    [mode, step, side, finding, setMode, select, open],
  )
}
