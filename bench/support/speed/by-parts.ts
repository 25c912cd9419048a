import { median } from '../../../server/test/statistics.ts'
import { stackPid } from '../cpu.ts'
import { spread } from '../interleave.ts'
import type { Driven } from './drive.ts'

/** The servers that every side uses. */
export const stackPids = () =>
  Object.fromEntries(['temporal', 'postgres', 'pgbouncer', 'redis'].map((part) => [part, stackPid(part)]))

export const PARTS = ['temporal', 'postgres', 'pgbouncer', 'redis', 'worker', 'relay', 'api', 'driver']

export const rate = ({ completed, seconds }: Driven) => completed / seconds

/** Of all parts together. */
export const allOf = ({ cpu }: Driven) => Object.values(cpu).reduce((sum, one) => sum + one, 0)

/** A line of the table: completed a second, CPU of each part, CPU of all. */
export const row = (name: string, turns: Driven[]) => [
  name,
  spread(turns.map(rate), 1),
  ...PARTS.map((part) =>
    turns[0]?.cpu[part] === undefined ? '–' : median(turns.map(({ cpu }) => cpu[part] ?? 0)).toFixed(1),
  ),
  spread(turns.map(allOf), 1),
]
