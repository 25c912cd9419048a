/** What other areas may use of this one. */

export { callsUnderWay, lockSignIn } from './calls/call-gate.queries.ts'
export { type AdmittedCall, admitCall, type CallEnd, finishCall } from './calls/call-gate.ts'
export { type ConnectionUpkeep, endRelease, erasePrevious, lockUpkeep, noteAdminsTold } from './calls/upkeep.queries.ts'
export { connectionsFor, deleteConnection } from './connections.queries.ts'
export { connectionsAmong } from './connections.service.ts'
export { operationNamed } from './connectors/connector.ts'
export {
  callHttp,
  doneWith,
  failedStatus,
  type HttpRequest,
  isSuccess,
  jsonOrText,
} from './connectors/http-call.ts'
export { createMask, mapTexts } from './connectors/mask-secrets.ts'
export { runOperation, withoutCause } from './connectors/run-operation.ts'
export { refused, type ToolAnswer } from './connectors/tool-answer.ts'
export { createOpenConnection, type OpenConnection } from './open-connection.service.ts'
export type { OpenedSecret, OpenSecrets } from './open-secrets.service.ts'
export { repeatOf } from './repeat.service.ts'
