const MODES = ['outline', 'json', 'try', 'history'] as const
export type Mode = 'visual' | (typeof MODES)[number]

export type BuilderSearch = { mode?: (typeof MODES)[number]; step?: string }

/** How the workflow is shown, and which step stands open, for whoever gets the link. */
export function builderSearch({ mode, step }: Record<string, unknown>): BuilderSearch {
  const known = MODES.find((one) => one === mode)
  const id = typeof step === 'number' ? String(step) : step
  return { ...(known && { mode: known }), ...(typeof id === 'string' && id && { step: id }) }
}
