const MODES = ['outline', 'json', 'try', 'history', 'copilot'] as const
export type Mode = 'visual' | (typeof MODES)[number]

export type BuilderSearch = { mode?: (typeof MODES)[number]; step?: string }

/** The view and the open step, so that a link shows the same to somebody else. */
export function builderSearch({ mode, step }: Record<string, unknown>): BuilderSearch {
  const known = MODES.find((one) => one === mode)
  const id = typeof step === 'number' ? String(step) : step
  return { ...(known && { mode: known }), ...(typeof id === 'string' && id && { step: id }) }
}
