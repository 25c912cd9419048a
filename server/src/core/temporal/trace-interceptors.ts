import type { WorkflowClientInterceptor } from '@temporalio/client'
import { defaultPayloadConverter, type Headers } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import { continueTrace, currentTraceparent, inSpan } from '../telemetry/spans.ts'
import { TRACE_HEADER } from './trace-header.ts'

function withTrace<T extends { readonly headers: Headers }>(input: T): T {
  const traceparent = currentTraceparent()
  if (!traceparent) return input
  return { ...input, headers: { ...input.headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) } }
}

/** What is started from within a trace belongs to it. */
export const traceStarts: WorkflowClientInterceptor = {
  start: (input, next) => next(withTrace(input)),
  signalWithStart: (input, next) => next(withTrace(input)),
}

function traceparentOf(headers: Headers): string | undefined {
  const payload = headers[TRACE_HEADER]
  return payload ? defaultPayloadConverter.fromPayload<string>(payload) : undefined
}

/** Every attempt of an activity is a span of the trace that its workflow was started in. */
export const traceActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: (input, next) =>
      continueTrace(traceparentOf(input.headers), () =>
        inSpan(
          `activity ${info.activityType}`,
          { 'temporal.workflow': info.workflowType ?? '', 'temporal.attempt': info.attempt },
          () => next(input),
        ),
      ),
  },
})
