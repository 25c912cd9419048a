import { sha256 } from './sha256.ts'

export interface WorkTask {
  salt: string
  target: string
  most: number
}

/** A number whose SHA-256 behind the salt is the target; there is one up to the most that may be tried. */
function solve({ salt, target, most }: WorkTask): number | undefined {
  for (let n = 0; n <= most; n++) if (sha256(`${salt}${n}`) === target) return n
  return undefined
}

addEventListener('message', ({ data }: MessageEvent<WorkTask>) => postMessage(solve(data)))
