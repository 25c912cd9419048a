/** What other areas may use of this one. */

export { callsUnderWay, lockSignIn } from './calls/call-gate.queries.ts'
export { type AdmittedCall, admitCall, type CallEnd, finishCall } from './calls/call-gate.ts'
export { type ConnectionUpkeep, endRelease, erasePrevious, lockUpkeep, noteAdminsTold } from './calls/upkeep.queries.ts'
export { connectionsFor, countConnectionsOf, deleteConnection } from './connections.queries.ts'
export {
  changeConnection,
  connectionForPage,
  connectionsAmong,
  handOverConnections,
  requireManaged,
} from './connections.service.ts'
export { allNamedTools, findConnector } from './connectors/catalogue.ts'
export { type Connector, operationNamed, type TestStep } from './connectors/connector.ts'
export { NOT_PUBLIC } from './connectors/failure-text.ts'
export {
  callHttp,
  doneWith,
  failedStatus,
  type HttpRequest,
  isSuccess,
  jsonOrText,
} from './connectors/http-call.ts'
export { createMask, mapTexts, shortened } from './connectors/mask-secrets.ts'
export { runOperation, withoutCause } from './connectors/run-operation.ts'
export { schemaMisfit } from './connectors/schema-misfit.ts'
export { runTest } from './connectors/test-steps.ts'
export { refused, type ToolAnswer } from './connectors/tool-answer.ts'
export { createOpenConnection, type OpenConnection } from './open-connection.service.ts'
export type { OpenedSecret, OpenSecrets } from './open-secrets.service.ts'
export { repeatOf } from './repeat.service.ts'
export { notGranted } from './sign-in/granted.ts'
export { keptMisfit, takePassedTest, withKept } from './take-configuration.ts'
