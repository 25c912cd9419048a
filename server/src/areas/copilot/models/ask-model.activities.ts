import type { ModelCallInput, ModelReply } from './model-call.ts'

/** These run where all calls to the outside are made. */
export interface AskModelActivities {
  callModel: (input: ModelCallInput) => Promise<ModelReply>
}
