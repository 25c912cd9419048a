import type { Headers, WorkflowInterceptors } from '@temporalio/workflow'
import { TRACE_HEADER } from './trace-header.ts'

/** Passes the trace a workflow was started with on to its activities. */
export function interceptors(): WorkflowInterceptors {
  let inherited: Headers = {}
  const withTrace = <I extends { readonly headers: Headers }>(input: I): I => ({
    ...input,
    headers: { ...inherited, ...input.headers },
  })
  return {
    inbound: [
      {
        execute: (input, next) => {
          const trace = input.headers[TRACE_HEADER]
          inherited = trace ? { [TRACE_HEADER]: trace } : {}
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withTrace(input)),
        scheduleLocalActivity: (input, next) => next(withTrace(input)),
        startChildWorkflowExecution: (input, next) => next(withTrace(input)),
      },
    ],
  }
}
