import type { DrawnOut } from './drawing.ts'

/** Failures, rejections and changes: side ways, listed before the way on. */
export const isException = ({ outcome }: Pick<DrawnOut, 'outcome'>) =>
  outcome === 'failed' || outcome === 'rejected' || outcome === 'changes'
