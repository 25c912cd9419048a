/** Under this name a trace travels with a workflow and its activities. Imported inside the sandbox: nothing else here. */
export const TRACE_HEADER = 'traceparent'
