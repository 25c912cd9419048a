/** What other areas may use of this one. */

export type { AskModel, ModelQuestion } from './models/model-call.ts'
export { draftingModel, type ModelRow } from './models/models.queries.ts'
export { hostOf } from './models/models.service.ts'
