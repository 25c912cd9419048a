/** Runs first in each thread of workflows, see threads-without-traces.ts. */
import v8 from 'node:v8'

v8.promiseHooks.createHook = () => {
  throw new Error('stacks of promises are not kept')
}
