import type { TestCallKey } from './test-call.queries.ts'

export interface TestCallInput extends TestCallKey {
  tenantId: string
}

/** These run where all calls to the outside are made. */
export interface TestCallActivities {
  makeTestCall: (input: TestCallInput) => Promise<void>
}
