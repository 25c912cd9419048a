/** Runs first in each thread of workflows, see threads-without-traces.ts. */
import v8 from 'node:v8'

const stop = () => undefined
v8.promiseHooks.createHook = () => stop
