/** Failures in few words: all of them fit where the last lines of a run are read. */
import type { Outcome } from './report.ts'

const LINES = 8
const LENGTH = 300
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const brief = (text: string) =>
  text
    .replaceAll(ESCAPES, '')
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at /.test(line))
    .slice(0, LINES)
    .map((line) => line.slice(0, LENGTH))
    .join('\n    ')

export const titleOf = ({ file, name }: Pick<Outcome, 'file' | 'name'>) => (name ? `${file} › ${name}` : file)

export const describeOutcome = (label: 'FAILED' | 'FLAKY', outcome: Outcome) =>
  [`${label} ${titleOf(outcome)}`, ...outcome.messages.map((text) => `    ${brief(text)}`)].join('\n')
