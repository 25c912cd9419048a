/** What other areas may use of this one. */

export { readDraft } from './document.ts'
export { stepsInOrder } from './outline.ts'
export { adminsWhoSeeAll } from './visibility.queries.ts'
export { audienceOf, type Seer, type Visibility, visibleTo } from './visibility.service.ts'
export { wholeWorkflow } from './workflow-wire.ts'
export { createWorkflowFrom } from './workflows.service.ts'
