const MODES = ['outline', 'json', 'try', 'history', 'copilot'] as const
export type Mode = 'visual' | (typeof MODES)[number]

export type BuilderSearch = {
  mode?: (typeof MODES)[number]
  step?: string
  /** What starts the workflow, beside it; `start` is the one that is open there, or `new`. */
  panel?: 'starts'
  start?: string
}

/** The view, the open step and what starts it, so that a link shows the same to somebody else. */
export function builderSearch({ mode, step, panel, start }: Record<string, unknown>): BuilderSearch {
  const known = MODES.find((one) => one === mode)
  const id = typeof step === 'number' ? String(step) : step
  const isStarts = panel === 'starts'
  return {
    ...(known && { mode: known }),
    ...(typeof id === 'string' && id && { step: id }),
    ...(isStarts && { panel }),
    ...(isStarts && typeof start === 'string' && start && { start }),
  }
}
