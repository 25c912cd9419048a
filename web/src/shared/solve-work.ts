import { sha256 } from './sha256.ts'

export interface WorkTask {
  salt: string
  target: string
  most: number
}

/** A number whose SHA-256 behind the salt is the target; there is one up to the most that may be tried. */
export function solveWork({ salt, target, most }: WorkTask, from = 0, to = most): number | undefined {
  for (let n = from; n <= to; n++) if (sha256(`${salt}${n}`) === target) return n
  return undefined
}
