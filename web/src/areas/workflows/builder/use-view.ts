import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { StepId } from '@throughline/flow/plan'
import { useCallback, useMemo, useState } from 'react'
import { type BuilderSearch, builderSearch, type Mode } from './builder-search.ts'

type Side = 'step' | 'issues' | 'variables' | 'starts'

export interface View {
  mode: Mode
  step: StepId | undefined
  side: Side | undefined
  /** The start that is open among those of the workflow. */
  start: string | undefined
  finding: boolean
  setMode: (mode: Mode) => void
  /** Marks a step. Without a side the panel stays what it is. */
  select: (step: StepId | undefined, side?: Side) => void
  /** Marks a step and opens its panel. */
  open: (step: StepId | undefined) => void
  show: (side: Side | undefined) => void
  openStart: (start: string | undefined) => void
  find: (on: boolean) => void
}

/** What is shown of the workflow: mode, step and ways to start stand in the address, other panels do not. */
export function useView(): View {
  const { mode = 'visual', step, panel, start } = builderSearch(useSearch({ strict: false }))
  const { workflowId = 'new' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Side | undefined>(step === undefined ? undefined : 'step')
  const side = panel ?? opened
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
      if (wanted) setOpened(next === undefined ? undefined : wanted)
      const closed = wanted && { panel: undefined }
      go((search) => builderSearch({ ...search, step: next, ...closed }), true)
    },
    [go],
  )
  const openStart = useCallback(
    (next: string | undefined) => go((search) => builderSearch({ ...search, panel: 'starts', start: next }), false),
    [go],
  )
  const show = useCallback(
    (next: Side | undefined) => {
      if (next === 'starts') openStart(undefined)
      else {
        setOpened(next)
        if (panel) go((search) => builderSearch({ ...search, panel: undefined }), true)
      }
    },
    [go, openStart, panel],
  )
  const open = useCallback((next: StepId | undefined) => select(next, 'step'), [select])
  const setMode = useCallback((next: Mode) => go((search) => builderSearch({ ...search, mode: next }), false), [go])
  return useMemo(
    () => ({ mode, step, side, start, finding, setMode, select, open, show, openStart, find }),
    [mode, step, side, start, finding, setMode, select, open, show, openStart],
  )
}
