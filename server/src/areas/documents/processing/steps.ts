/** What is done with a version that was found clean; each has its state on the version, in a column of its name. */
export const STEPS = ['pages', 'thumbnail', 'text', 'ocr', 'preview'] as const
export type Step = (typeof STEPS)[number]
export type StepState = 'waiting' | 'done' | 'none' | 'failed'

export const allSteps = (state: StepState): Record<Step, StepState> => ({
  pages: state,
  thumbnail: state,
  text: state,
  ocr: state,
  preview: state,
})
