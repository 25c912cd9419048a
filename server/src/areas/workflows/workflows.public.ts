/** What other areas may use of this one. */

export { readDraft } from './document.ts'
export { openWorkflow } from './opened.ts'
export { stepsInOrder } from './outline.ts'
export { adminsSeeingAll } from './visibility.queries.ts'
export { audienceOf, type Visibility, type VisibilityScope, visibleTo } from './visibility.service.ts'
export { wholeWorkflow } from './workflow-wire.ts'
export { createWorkflowFrom } from './workflows.service.ts'
