import type { Attempt, Task } from '@throughline/contracts/tasks'

/** Intended but never answered is as uncertain as an answer that got lost. */
export const fateOf = ({ state }: Pick<Attempt, 'state'>): 'once' | 'not' | 'unknown' =>
  state === 'done' ? 'once' : state === 'failed' ? 'not' : 'unknown'

/** What another try does about the last one: a refused one did nothing and is sent anew; any other keeps its key. */
export function fateOfRetry({ attempts, tool }: Pick<Task, 'attempts' | 'tool'>) {
  const last = attempts.at(-1)
  if (!last) return 'first'
  if (fateOf(last) === 'not') return 'anew'
  return tool?.honours_keys ? 'sameKey' : 'mayDouble'
}
