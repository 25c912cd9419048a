/** What is done with a version that was found clean; each has its state on the version, in a column of its name. */
export const STEPS = ['pages', 'thumbnail', 'text', 'ocr', 'preview'] as const
export type Step = (typeof STEPS)[number]
