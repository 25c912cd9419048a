import { DefaultFailureConverter } from '@temporalio/common'

/** Messages and stack traces become payloads, so that the codec seals them too. Loaded by path, in the sandbox as well. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
