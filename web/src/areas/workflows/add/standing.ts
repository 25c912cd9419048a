import type { Problem } from '@throughline/flow/compile'
import { texts } from './add.texts.ts'

/** How far the document is from being able to run, in words. */
export function standing(steps: number, problems: readonly Problem[]): string {
  const errors = problems.filter(({ level }) => level === 'E').length
  return texts.checked(steps, errors, problems.length - errors)
}
